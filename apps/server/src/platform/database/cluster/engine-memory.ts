import { totalmem } from "node:os";
import v8 from "node:v8";

/** How much memory the compilation of the embedded engine may use. */
export type EngineMemory = "low" | "full";

const lowBelowBytes = 3 * 2 ** 30;

/**
 * The mode that fits the memory limit of this process: that of its control group or of the machine.
 */
export function chooseEngineMemory(
  limitBytes = process.constrainedMemory() || totalmem(),
): EngineMemory {
  return limitBytes < lowBelowBytes ? "low" : "full";
}

/**
 * Disables V8's optimization of WebAssembly in this process. Call it before an embedded database is
 * opened. One function of PostgreSQL takes 600 MB during its optimization. Without optimization,
 * statements take 1.3 to 3 times as long.
 */
export function saveEngineMemory(): void {
  v8.setFlagsFromString("--no-wasm-tier-up");
  v8.setFlagsFromString("--no-wasm-dynamic-tiering");
}
