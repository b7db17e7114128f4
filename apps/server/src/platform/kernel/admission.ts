import { authorize } from "../credentials/authorize.ts";
import type { Platform } from "./platform.ts";
import { Problem } from "../problem.ts";
import { retryAfterSeconds } from "../rate/rate-window.ts";
import { principalOf, type Call } from "./call.ts";
import { beCertain, identifyCaller, withCertainty } from "./certainty.ts";
import { recordingRefusal } from "./record.ts";

/** Credential → rate limit → permission: what is told without the input. */
export async function admitCall(platform: Platform, call: Call): Promise<void> {
  await identifyCaller(platform, call);
  // Only what changes nothing may be begun on the word of memory.
  if (!isHarmless(call)) await beCertain(platform, call);
  await withCertainty(platform, call, () => takeFromBudget(platform, call));
  await withCertainty(platform, call, () => checkPermission(platform, call));
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

async function takeFromBudget(platform: Platform, call: Call): Promise<void> {
  const principal = principalOf(call);
  if (principal.kind === "operator") return;
  call.rate = await platform.rateWindow.take(`user:${principal.user.id}`, platform.rateBudget);
  if (call.rate.isAdmitted) return;
  const seconds = retryAfterSeconds(call.rate);
  const { limit, windowMs } = platform.rateBudget;
  throw new Problem(
    "RATE_LIMITED",
    `${limit} calls in ${windowMs / 1000} seconds are used up; try again in ${seconds} s.`,
  );
}
