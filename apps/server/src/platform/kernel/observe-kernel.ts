import { Problem } from "../problem.ts";
import type { FollowedCall, RegionTelemetry } from "../telemetry/region-telemetry.ts";
import type { Call, Outcome } from "./call.ts";
import type { Kernel } from "./kernel.ts";

/** Measures and traces every call of a kernel, from its credential to its output. */
export function observeKernel(kernel: Kernel, telemetry: RegionTelemetry): Kernel {
  function follow(call: Call): FollowedCall {
    call.followed ??= telemetry.followCall(
      call.operation.name,
      call.requestId,
      call.parent ?? null,
    );
    return call.followed;
  }

  async function carry(call: Call, step: () => Promise<Outcome>): Promise<Outcome> {
    const followed = follow(call);
    call.isPerformed = true;
    const outcome = await endingOnFailure(followed, step);
    if (outcome.kind !== "held") followed.end("ok");
    else outcome.output.then(() => followed.end("ok"), endWith(followed));
    return outcome;
  }

  return {
    admitCaller: (caller) => kernel.admitCaller(caller),
    admit: (call) => endingOnFailure(follow(call), () => kernel.admit(call)),
    findProject: (call, named) =>
      endingOnFailure(follow(call), () => kernel.findProject(call, named)),
    perform: (call, input) => carry(call, () => kernel.perform(call, input)),
    callWithFields: (call, fields) => carry(call, () => kernel.callWithFields(call, fields)),
  };
}

/** Ends what was admitted and never performed: its body did not come, or could not be read. */
export function abandonCall(call: Call): void {
  if (call.isPerformed !== true) call.followed?.end("unread");
}

async function endingOnFailure<T>(followed: FollowedCall, step: () => Promise<T>): Promise<T> {
  try {
    return await followed.run(step);
  } catch (error) {
    endWith(followed)(error);
    throw error;
  }
}

const endWith =
  (followed: FollowedCall) =>
  (error: unknown): void => {
    if (!(error instanceof Problem)) return followed.end("error", "error");
    return followed.end(error.code, error.status >= 500 ? error.code : undefined);
  };
