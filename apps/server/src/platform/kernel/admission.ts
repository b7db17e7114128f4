import { authorize } from "../credentials/authorize.ts";
import type { Platform } from "./platform.ts";
import { Problem } from "../problem.ts";
import { retryAfterSeconds } from "../rate/rate-window.ts";
import { principalOf, type Call, type Caller } from "./call.ts";
import { beCertain, identifyCaller, withCertainty } from "./certainty.ts";
import { recordingRefusal } from "./record.ts";

/** Credential → rate limit → permission: what is told without the input. */
export async function admitCall(platform: Platform, call: Call): Promise<void> {
  if (call.isCallerAdmitted !== true) {
    await identifyCaller(platform, call);
    // Only what changes nothing may be begun on the word of memory.
    if (!isHarmless(call)) await beCertain(platform, call);
    await withCertainty(platform, call, () => takeFromBudget(platform, call));
  }
  await withCertainty(platform, call, () => checkPermission(platform, call));
}

/** Credential → rate limit, for transports that read what is called only afterwards. */
export async function admitCaller(platform: Platform, caller: Caller): Promise<void> {
  await identifyCaller(platform, caller);
  // Both ask the database: the budget is taken from while the caller is being proved.
  await withCertainty(platform, caller, () => takeFromBudget(platform, caller));
  await beCertain(platform, caller);
}

/** Refuses, and records where that is due, a caller who may not call the operation anywhere. */
export function checkPermission(platform: Platform, call: Call): Promise<void> {
  return recordingRefusal(platform, call, async () => authorize(principalOf(call), call.operation));
}

/** Whether a call only reads, leaves no trace, and has no body whose faults would be answered first. */
function isHarmless({ operation }: Call): boolean {
  return (
    operation.effect === "read" && operation.event === undefined && operation.rest?.method === "GET"
  );
}

async function takeFromBudget(platform: Platform, caller: Caller): Promise<void> {
  const principal = principalOf(caller);
  if (principal.kind === "operator") return;
  const [name, budget] =
    caller.isAgent === true ? ["agent", platform.agentRateBudget] : ["user", platform.rateBudget];
  caller.rate = await platform.rateWindow.take(`${name}:${principal.user.id}`, budget);
  if (caller.rate.isAdmitted) return;
  const seconds = retryAfterSeconds(caller.rate);
  const { limit, windowMs } = budget;
  throw new Problem(
    "RATE_LIMITED",
    `${limit} calls in ${windowMs / 1000} seconds are used up; try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
