import { totalmem } from "node:os";
import v8 from "node:v8";

/** How much memory the embedded engine may take while its machine code is made. */
export type EngineMemory = "low" | "full";

const lowBelowBytes = 3 * 2 ** 30;

/** What suits the memory that this process may use, by its control group or the machine. */
export function chooseEngineMemory(
  limitBytes = process.constrainedMemory() || totalmem(),
): EngineMemory {
  return limitBytes < lowBelowBytes ? "low" : "full";
}

/**
 * Keeps V8 from optimizing WebAssembly, for this whole process. Call it before an embedded database
 * is opened. One function of PostgreSQL alone takes 600 MB while it is optimized; without that,
 * statements take 1.3 to 3 times as long.
 */
export function saveEngineMemory(): void {
  v8.setFlagsFromString("--no-wasm-tier-up");
  v8.setFlagsFromString("--no-wasm-dynamic-tiering");
}
