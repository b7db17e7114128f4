import { authorize } from "../credentials/authorize.ts";
import type { Platform } from "./platform.ts";
import { Problem } from "../problem.ts";
import { retryAfterSeconds, type RateBudgets } from "../rate/rate-window.ts";
import { principalOf, type Call, type Caller } from "./call.ts";
import { identifyCaller, revalidate, withRevalidation } from "./identify-caller.ts";
import { recordingRefusal } from "./record.ts";

/** Credential → rate limit → permission: the checks that do not need the input. */
export async function admitCall(platform: Platform, call: Call): Promise<void> {
  if (call.isCallerAdmitted !== true) {
    await limitFailures(platform, call, () => identifyCaller(platform, call));
    // Only a call that changes nothing can begin before the caller is revalidated.
    if (!isHarmless(call)) await revalidate(platform, call);
    await withRevalidation(platform, call, () => takeFromBudget(platform, call));
  }
  await withRevalidation(platform, call, () => checkPermission(platform, call));
}

/** Credential → rate limit, for transports that read the operation afterwards. */
export async function admitCaller(platform: Platform, caller: Caller): Promise<void> {
  await limitFailures(platform, caller, () => identifyCaller(platform, caller));
  // Both ask the database: the budget is taken from during the revalidation.
  await withRevalidation(platform, caller, () => takeFromBudget(platform, caller));
  await limitFailures(platform, caller, () => revalidate(platform, caller));
}

/**
 * Runs a step that can refuse the credential. Refusals of an address have budgets of their own, in one
 * organization and in all of them, so that guesses use up nothing that a valid credential needs.
 */
async function limitFailures<T>(
  platform: Platform,
  caller: Caller,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const { source, organizationId = null } = caller;
    const isRefusal = error instanceof Problem && [401, 403].includes(error.status);
    if (isRefusal && source !== undefined && caller.isProvider === true) {
      // The organization may be invented, another one for each guess.
      await take(platform, caller, `scim-failures:${source}`, "scim");
      await take(platform, caller, `scim-failure:${source}:${organizationId}`, "scimFailure");
    }
    throw error;
  }
}

/** Refuses a caller who may not call the operation anywhere, and records the refusal where that is due. */
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
  const { budgets } = principalOf(caller);
  if (budgets === null) return;
  if (caller.isAgent === true) return take(platform, caller, budgets.agent, "agent");
  const { source } = caller;
  const name = source === undefined ? budgets.user : `${budgets.of}:${source}`;
  return take(platform, caller, name, budgets.of);
}

async function take(
  platform: Platform,
  caller: Caller,
  name: string,
  kind: keyof RateBudgets,
): Promise<void> {
  const { rateWindow, telemetry } = platform;
  const budget = platform.rateBudgets[kind];
  caller.rate = await rateWindow.take(name, budget).catch((error: unknown) => {
    telemetry.noteRate("failed");
    throw error;
  });
  telemetry.noteRate(caller.rate.isAdmitted ? "admitted" : "refused");
  if (caller.rate.isAdmitted) return;
  const seconds = retryAfterSeconds(caller.rate);
  const { limit, windowMs } = budget;
  throw new Problem(
    "RATE_LIMITED",
    `${limit} calls in ${windowMs / 1000} seconds are used up; try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
