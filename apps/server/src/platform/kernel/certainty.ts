import { stagingPrefix } from "../credentials/secret-format.ts";
import { Problem } from "../problem.ts";
import type { Caller } from "./call.ts";
import type { Platform } from "./platform.ts";

/** Finds who calls: from memory where it is kept, with the proof begun, else from the database. */
export async function identifyCaller(platform: Platform, call: Caller): Promise<void> {
  const { evidence } = call;
  if (evidence.kind === "operator") {
    call.principal = evidence;
    return;
  }
  if (evidence.secret?.startsWith(stagingPrefix) === true && call.isAgent !== true) {
    throw new Problem("API_KEY_INVALID", "A staging token opens the tool server alone; use a key.");
  }
  const recalled = platform.principals.recall(evidence.secret);
  call.standing = recalled?.standing ?? (await platform.principals.resolve(evidence.secret));
  call.principal = call.standing.principal;
  call.proof = recalled?.proof;
}

/**
 * Waits for the proof of a caller who came from memory. False where the caller had changed: then it
 * was looked up anew, and what was found out about the one from memory counts for nothing.
 *
 * @throws Problem where the key is no longer good.
 */
export async function beCertain(platform: Platform, call: Caller): Promise<boolean> {
  const { evidence, proof } = call;
  if (proof === undefined || evidence.kind === "operator") return true;
  const holds = await proof;
  call.proof = undefined;
  if (holds) return true;
  call.standing = await platform.principals.resolve(evidence.secret);
  call.principal = call.standing.principal;
  return false;
}

/** Runs a step that may refuse; a refusal of a caller from memory counts once that is proved. */
export async function withCertainty<T>(
  platform: Platform,
  call: Caller,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (await beCertain(platform, call)) throw error;
    return step();
  }
}
