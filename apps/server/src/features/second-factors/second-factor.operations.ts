import * as declared from "@lintel/contract/operations/second-factor";
import {
  implement,
  implementPrepared,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { countSignInAttempt, finishSignIn } from "./second-factor-sign-in.service.ts";
import {
  countAttempt,
  describeFactor,
  enableFactor,
  removeFactorOf,
  removeOwnFactor,
  renewCodes,
  startFactor,
} from "./second-factor.service.ts";

export function secondFactorOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.getSecondFactor, (context) => describeFactor(context)),
    implement(declared.startSecondFactor, (context) => startFactor(platform, context)),
    implementPrepared(
      declared.enableSecondFactor,
      (context) => countAttempt(platform, context),
      (context, input) => enableFactor(platform, context, input),
    ),
    implement(declared.renewRecoveryCodes, (context) => renewCodes(context)),
    implement(declared.removeSecondFactor, (context) => removeOwnFactor(context)),
    implement(declared.removeMemberSecondFactor, (context, input) =>
      removeFactorOf(context, input),
    ),
    implementPrepared(
      declared.signInWithSecondFactor,
      (context, input) => countSignInAttempt(platform, context, input),
      (context, input) => finishSignIn(platform, context, input),
    ),
  ];
}
