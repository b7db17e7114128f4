import path from "node:path";

/** The maximum time that a call may block the event loop. Milliseconds. */
export const holdLimitMs = 100;

/** A block of the event loop, and the routes that were answered right after it. */
export interface LoopHold {
  readonly ms: number;
  readonly routes: string[];
}

export interface LoopHolds {
  /** The options of Node with which a server prints its blocks. */
  readonly nodeOptions: readonly string[];
  /** Reads the output of the server. */
  read(text: string): void;
  /** Counts only output from now on, after the server has loaded its code. */
  begin(): void;
  /** The longest first. */
  list(): LoopHold[];
}

const maxRoutes = 3;

/** Collects how long a server's event loop was blocked, and by which calls, as far as known. */
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
  if (last === undefined || last.routes.length === maxRoutes) return;
  const [, method, route] = /"method":"(\w+)","route":"([^"]*)"/.exec(line) ?? [];
  if (route !== undefined) last.routes.push(`${method} ${route}`);
}
