import type * as engine from "./engine.ts";

export type Engine = typeof engine;

/** Loads the scan, which is a separate file (see engine.ts). */
export function loadEngine(): Promise<Engine> {
  return import("./engine.ts");
}
