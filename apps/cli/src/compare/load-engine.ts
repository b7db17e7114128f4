import type * as engine from "./engine.ts";

export type Engine = typeof engine;

/** Loads the comparison itself; see there why it is apart. */
export function loadEngine(): Promise<Engine> {
  return import("./engine.ts");
}
