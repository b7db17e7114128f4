import { authorize } from "../credentials/authorize.ts";
import type { Principal } from "../credentials/principal.ts";
import { resolveKey } from "../credentials/resolve-key.ts";
import type { Platform } from "./platform.ts";
import { Problem } from "../problem.ts";
import { retryAfterSeconds } from "../rate/rate-window.ts";
import { principalOf, type Call, type Evidence } from "./call.ts";
import { recordingRefusal } from "./record.ts";

/** Credential → rate limit → permission: what is told without the input. */
export async function admitCall(platform: Platform, call: Call): Promise<void> {
  call.principal = await identify(platform, call.evidence);
  await takeFromBudget(platform, call);
  await recordingRefusal(platform, await platform.database(), call, async () =>
    authorize(principalOf(call), call.operation),
  );
}

async function identify(platform: Platform, evidence: Evidence): Promise<Principal> {
  return evidence.kind === "operator"
    ? evidence
    : resolveKey(platform.database, platform.clock, platform.region, evidence.secret);
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
