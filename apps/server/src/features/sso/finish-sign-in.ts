import type { OutputOf } from "@lintel/contract/operation";
import type { finishSamlSignIn } from "@lintel/contract/operations/sso-sign-in";
import { admitBySso } from "../../domain/people/admit-by-sso.ts";
import { mailNewDevice } from "../../domain/people/mail-new-device.ts";
import { replaceSession } from "../../domain/people/replace-session.ts";
import { openSession, toTokens } from "../../domain/people/open-session.ts";
import type { Emission, Emit } from "../../platform/events/emission.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { nextState, type Happening } from "./connection-states.ts";
import { describeTest } from "./describe-test.ts";
import { insertAttempt } from "./sso-attempt.store.ts";
import { lockConnection, updateState, type StoredConnection } from "./sso-connection.store.ts";
import { subjectOf } from "./sso-connection.service.ts";
import { reasonOf, refuseSignIn } from "./attempt/sso-refusal.ts";
import { digestOf } from "./sso-request.ts";
import { noteUse } from "./sso-request.store.ts";
import type { VerifiedPerson } from "./attempt/read-person.ts";
import type { CheckedAnswer } from "./verify-answer.ts";
import { withSavepoint } from "./with-savepoint.ts";

type Outcome = OutputOf<typeof finishSamlSignIn>;

/** The browser that signs in. */
export interface SignInPlace {
  readonly device: string;
  readonly address: string;
}

/** Everything of one attempt, inside its transaction. */
interface Attempt {
  readonly platform: Platform;
  readonly context: CallContext;
  readonly answer: CheckedAnswer;
  readonly row: StoredConnection;
  readonly attemptId: string;
}

/** Signs the person in, or ends the test, and records the attempt: refusals as well. */
export async function finishSignIn(
  platform: Platform,
  context: CallContext,
  answer: CheckedAnswer,
  place: SignInPlace,
): Promise<Outcome> {
  const { organizationId, id } = answer.connection;
  const row = await lockConnection(context.db, organizationId, id);
  if (row === undefined) throw notFound("The connection");
  const attempt = { platform, context, answer, row, attemptId: platform.clock.newId() };
  const { result } = answer;
  if ("problem" in result) return refuse(attempt, result.problem);
  try {
    await needUnused(attempt, result.verified);
    return answer.isTest
      ? await endTest(attempt, result.verified)
      : await signIn(attempt, result.verified, place);
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return refuse(attempt, error);
    throw error;
  }
}

async function needUnused({ context, answer, row }: Attempt, { use }: VerifiedPerson) {
  if (use === null) return;
  answer.trace.begin("singleUse");
  const place = { organizationId: row.organizationId, connectionId: row.id };
  if (!(await noteUse(context.db, place, digestOf(use.id), use.until)))
    throw refuseSignIn("SAML_REPLAYED");
}

async function endTest(attempt: Attempt, verified: VerifiedPerson): Promise<Outcome> {
  const { context, row } = attempt;
  const { db, now } = context;
  const described = await describeTest(db, row, verified);
  const next = await happen(attempt, { kind: "tested", at: now });
  emitOf(context, row)("sso.connection_tested", {
    subject: subjectOf(row),
    data: { status: next.status },
  });
  await record(attempt, null);
  return described;
}

async function signIn(
  attempt: Attempt,
  { person }: VerifiedPerson,
  place: SignInPlace,
): Promise<Outcome> {
  const { platform, context, answer, row, attemptId } = attempt;
  const { db, now } = context;
  const { organizationId, id: connectionId, protocol, isJitEnabled, domains } = row;
  answer.trace.begin("admission");
  const { email, name, groups } = person;
  const { userId, isNewAccount } = await withSavepoint(db, () =>
    admitBySso(platform, db, {
      organizationId,
      connectionId,
      email,
      name,
      isJitEnabled,
      now,
      groups: groups === null ? null : [...groups],
      capturedDomains: domains,
      emit: context.emit,
    }),
  );
  await happen(attempt, { kind: "signedIn" });
  const given = { userId, method: "sso", connectionId, ...place, now } as const;
  const session = toTokens(await openSession(platform, db, given));
  const { sessionId } = session;
  if (!isNewAccount) await mailNewDevice(platform, db, { ...given, sessionId, email });
  if (answer.formerSessionId !== null) await replaceSession(context, answer.formerSessionId);
  emitOf(context, row)("sso.login_success", {
    hasOwnEntry: true,
    actor: { type: "user", id: userId, name: email, keyId: null },
    subject: { type: "user", id: userId, name: email },
    data: { connectionId, protocol, attemptId, sessionId: session.sessionId },
  });
  await record(attempt, null);
  return { kind: "signedIn", ...session, returnTo: answer.returnTo };
}

async function refuse(attempt: Attempt, problem: Problem): Promise<Outcome> {
  const { answer, attemptId } = attempt;
  const reason = reasonOf(problem);
  if (reason === "SAML_CERTIFICATE_EXPIRED") await fail(attempt, { kind: "certificateExpired" });
  // Only what the provider itself answered counts: anyone can send an answer that is refused.
  else if (answer.trace.isProven && !answer.isTest && problem.members["reason"] !== undefined)
    await fail(attempt, { kind: "handshakeFailed" });
  await record(attempt, problem);
  const { code, detail, members } = problem;
  return { kind: "refused", code, detail, members: { ...members }, attemptId };
}

async function fail(attempt: Attempt, happening: Happening): Promise<void> {
  const { context, row } = attempt;
  const { status, failure } = await happen(attempt, happening);
  if (status === row.status || failure === null) return;
  emitOf(context, row)("sso.connection_failed", { subject: subjectOf(row), data: { failure } });
}

async function happen(
  { context, row }: Attempt,
  happening: Happening,
): Promise<Pick<StoredConnection, "status" | "failure">> {
  const next = nextState(row, happening);
  if (next === null) throw refuseSignIn("CONNECTION_NOT_READY", `its status is ${row.status}.`);
  return updateState(context.db, row, next, context.now);
}

async function record(
  { context, answer, row, attemptId }: Attempt,
  problem: Problem | null,
): Promise<void> {
  const { trace, isTest } = answer;
  const reason = problem === null ? null : (reasonOf(problem) ?? "ADMISSION_REFUSED");
  await insertAttempt(context.db, {
    organizationId: row.organizationId,
    connectionId: row.id,
    id: attemptId,
    startedAt: context.now,
    isTest,
    result: problem === null ? "success" : "refused",
    reason,
    detail: problem?.detail ?? null,
    steps: JSON.stringify(trace.steps(problem?.detail ?? null)),
    received: JSON.stringify(trace.received),
    requestId: context.requestId,
  });
}

/** Emits in the organization of the connection, which a visitor's call does not name. */
function emitOf({ emit }: CallContext, { organizationId }: StoredConnection): Emit {
  return (name, event) =>
    emit(name, { organizationId, projectId: null, ...(event as Emission) } as never);
}
