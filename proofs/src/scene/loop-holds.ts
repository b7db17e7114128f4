import path from "node:path";

/** The longest that anything a caller sends may keep the others waiting. Milliseconds of the processor. */
export const holdLimitMs = 100;

/** An event loop that was held, and the routes that were answered right after. */
export interface LoopHold {
  readonly ms: number;
  readonly routes: string[];
}

export interface LoopHolds {
  /** The options of Node that make a server print its holds. */
  readonly nodeOptions: readonly string[];
  /** Reads what the server prints. */
  read(text: string): void;
  /** What is printed from now on counts: what a server loads when it is first used is behind. */
  begin(): void;
  /** The longest first. */
  list(): LoopHold[];
}

const routesKept = 3;

/** Collects how long a server's event loop was held, and by which calls as it seems. */
export function collectLoopHolds(): LoopHolds {
  const holds: LoopHold[] = [];
  let isCounting = false;
  let rest = "";
  return {
    nodeOptions: ["--import", path.join(import.meta.dirname, "loop-watch.ts")],
    read(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (isCounting) for (const line of lines) readLine(line, holds);
    },
    begin() {
      isCounting = true;
    },
    list: () => holds.toSorted((left, right) => right.ms - left.ms),
  };
}

function readLine(line: string, holds: LoopHold[]): void {
  const held = /^\{"loopHeldMs":(\d+)\}$/.exec(line);
  if (held !== null) holds.push({ ms: Number(held[1]), routes: [] });
  const last = holds.at(-1);
  if (last === undefined || last.routes.length === routesKept) return;
  const [, method, route] = /"method":"(\w+)","route":"([^"]*)"/.exec(line) ?? [];
  if (route !== undefined) last.routes.push(`${method} ${route}`);
}
