import * as declared from "@lintel/contract/operations/session";
import { beginSignIn } from "../../domain/people/begin-sign-in.ts";
import {
  implement,
  implementPrepared,
  type Feature,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  countReset,
  finishReset,
  makeReset,
  preparePassword,
  prepareReset,
  sendReset,
  setOwnPassword,
} from "./password.service.ts";
import { describeSession, endOwnSession, listOwnSessions, renewTokens } from "./session.service.ts";
import { sessionCleanup } from "./session.schedule.ts";
import { makeLink, signInByLink } from "./sign-in-link.service.ts";
import { checkPassword } from "./sign-in.service.ts";

/** Sessions of people, with their passwords. */
export function sessionFeature(platform: Platform): Feature {
  return { implementations: sessionOperations(platform), schedules: [sessionCleanup(platform)] };
}

function sessionOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.getSession, (context) => describeSession(context)),
    implement(declared.listSessions, (context, input) => listOwnSessions(context, input)),
    implement(declared.endSession, (context, input) => endOwnSession(context, input.id)),
    implement(declared.refreshSession, (context, input) => renewTokens(context, input.refresh)),
    implementPrepared(
      declared.signInWithPassword,
      (context, input) => checkPassword(platform, context, input),
      (context, input, person) => beginSignIn(platform, context, person, "password", input),
    ),
    implementPrepared(
      declared.changePassword,
      (context, input) => preparePassword(platform, context, input),
      (context, _, hash) => setOwnPassword(context, hash),
    ),
    implement(declared.makeSignInLink, (context, input) => makeLink(platform, context, input)),
    implement(declared.signInWithLink, (context, input) => signInByLink(platform, context, input)),
    implementPrepared(
      declared.requestPasswordReset,
      (_, { email }) => countReset(platform, email),
      (context, { email }, isAdmitted) => sendReset(platform, context, email, isAdmitted),
    ),
    implement(declared.makePasswordReset, (context, input) => makeReset(platform, context, input)),
    implementPrepared(
      declared.resetPassword,
      (context, input) => prepareReset(context, input),
      (context, input, hash) => finishReset(platform, context, input, hash),
    ),
  ];
}
