import type * as engine from "./engine.ts";

export type Engine = typeof engine;

/** Loads the comparison, which is a separate file (see engine.ts). */
export function loadEngine(): Promise<Engine> {
  return import("./engine.ts");
}
