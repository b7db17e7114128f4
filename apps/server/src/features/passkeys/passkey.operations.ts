import * as declared from "@lintel/contract/operations/passkey";
import {
  implement,
  implementPrepared,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { beginPasskeySession, startSignIn, verifySignIn } from "./passkey-sign-in.service.ts";
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from "./passkey.service.ts";
import { addPasskey, startRegistration, verifyRegistration } from "./register-passkey.service.ts";

export function passkeyOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listPasskeys, (context, input) => listOwnPasskeys(context, input)),
    implement(declared.renamePasskey, (context, input) => renameOwnPasskey(context, input)),
    implement(declared.removePasskey, (context, input) => removeOwnPasskey(context, input)),
    implement(declared.startPasskeyRegistration, (context) => startRegistration(platform, context)),
    implementPrepared(
      declared.registerPasskey,
      (context, input) => verifyRegistration(platform, context, input),
      (context, input, registered) => addPasskey(platform, context, input, registered),
    ),
    implement(declared.startPasskeySignIn, (context) => startSignIn(platform, context)),
    implementPrepared(
      declared.signInWithPasskey,
      (context, input) => verifySignIn(platform, context, input),
      (context, input, proved) => beginPasskeySession(platform, context, input, proved),
    ),
  ];
}
