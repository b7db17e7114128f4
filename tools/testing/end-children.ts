import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

// Ends the processes that tests started when the test run is interrupted. A test ends its own
// processes, but it cannot do so once its worker receives a signal or loses the main process.

const installed = Symbol.for("lintel.test.end-children");

function install(): void {
  const children = new Set<ChildProcess>();
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    children.add(child);
    child.once("exit", () => children.delete(child));
  });
  // SIGTERM, so that a child can end what it started itself.
  process.on("exit", () => {
    for (const child of children) child.kill("SIGTERM");
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(1));
  }
  process.once("disconnect", () => process.exit(1));
}

const state = globalThis as { [installed]?: true };
if (state[installed] === undefined) {
  state[installed] = true;
  install();
}
