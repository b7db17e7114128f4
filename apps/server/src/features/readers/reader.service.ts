import { hash } from "node:crypto";
import type { InputOf } from "@lintel/contract/operation";
import type {
  endReading,
  makeReaderCode,
  openReading,
  ReaderToken,
} from "@lintel/contract/operations/reader";
import { emitForPerson } from "../../domain/people/emit-for-person.ts";
import { endSession } from "../../domain/people/end-sessions.ts";
import { makeCode, useCode } from "../../domain/people/one-time-code.ts";
import { pageAddress } from "../../domain/people/page-address.ts";
import { findSessionOfReader, makeReaderToken } from "../../platform/credentials/reader-token.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { isOpenSession } from "./reader.store.ts";

const codeMs = 60_000;

/** What a code is bound to. */
interface CodeData {
  readonly sessionId: string;
  readonly origin: string;
  readonly returnPath: string;
  readonly challenge: string;
}

/** Makes the code with which the portal learns who reads. It is of no use without the browser's secret. */
export async function makeCodeForPortal(
  { portalOrigin }: Pick<Platform, "portalOrigin">,
  { principal, db, now, region }: CallContext,
  { returnPath, challenge }: InputOf<typeof makeReaderCode>,
): Promise<{ location: string }> {
  const { sessionId, user } = principal;
  if (sessionId === null || user === null) throw new Problem("SESSION_EXPIRED");
  const origin = portalOrigin();
  if (origin === null) throw notFound("The portal");
  const data: CodeData = { sessionId, origin, returnPath, challenge };
  const expiresAt = new Date(now.getTime() + codeMs);
  const code = await makeCode(db, {
    purpose: "reader",
    userId: user.id,
    data: { ...data },
    expiresAt,
  });
  return { location: `${pageAddress(origin, region, "/_reader/finish")}?code=${code}` };
}

/**
 * Exchanges a code for a token. A refusal leaves the code as it was, because the transaction is rolled back.
 *
 * @throws Problem CODE_INVALID
 */
export async function exchangeCode(
  { db, now }: CallContext,
  { code, verifier, origin }: InputOf<typeof openReading>,
): Promise<ReaderToken> {
  const used = await useCode(db, "reader", code, now);
  const data = (used?.data ?? null) as CodeData | null;
  if (data === null || data.origin !== origin || data.challenge !== challengeOf(verifier))
    throw new Problem("CODE_INVALID");
  const { sessionId, returnPath } = data;
  if (!(await isOpenSession(db, sessionId, now))) throw new Problem("CODE_INVALID");
  const { token, expiresAt } = await makeReaderToken(db, { sessionId, origin, now });
  return { token, expiresAt: expiresAt.toISOString(), returnPath };
}

/** RFC 7636 §4.2, S256. */
const challengeOf = (verifier: string) => hash("sha256", verifier, "base64url");

/** Signs the person out of the portal and of the pages: otherwise the next page would sign them in again. */
export async function endOwnReading(
  context: CallContext,
  { token, origin }: InputOf<typeof endReading>,
): Promise<void> {
  const { db, now } = context;
  const found = await findSessionOfReader(db, { token, origin }, now);
  if (found === undefined || !(await endSession(db, found.sessionId, now))) return;
  const person = { id: found.userId, email: found.email };
  await emitForPerson(context, db, person, "session.ended", { reason: "signedOut" });
}
