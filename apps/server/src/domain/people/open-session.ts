import type { Session, SessionTokens } from "@lintel/contract/operations/session";
import type { Clock } from "../../platform/clock.ts";
import {
  digestSecret,
  makeSecret,
  refreshPrefix,
  sessionPrefix,
} from "../../platform/credentials/secret-format.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { findPersonById } from "./user-rows.ts";

/** How a person proved who they are. */
export type SignInMethod = Session["method"];

export interface NewSession {
  readonly userId: string;
  readonly method: SignInMethod;
  /** The connection of a single sign-on. */
  readonly connectionId: string | null;
  /** The `User-Agent` of the browser; shortened. */
  readonly device: string;
  readonly address: string;
  readonly now: Date;
}

/** The tokens of a session. Only their digests are stored. */
export interface SessionSecrets {
  readonly sessionId: string;
  readonly access: string;
  readonly refresh: string;
  readonly accessExpiresAt: Date;
  /** When the session ends unless it is refreshed. */
  readonly expiresAt: Date;
}

const accessMs = 10 * 60_000;
const sessionMs = 30 * 24 * 3_600_000;
const maxDeviceLength = 200;

/** Begins the session of a person who has proved who they are. */
export async function openSession(
  { clock }: { readonly clock: Pick<Clock, "newId"> },
  db: Database,
  { device, now, ...given }: NewSession,
): Promise<SessionSecrets> {
  if ((await findPersonById(db, given.userId)) === undefined)
    throw new Error("Only a person signs in.");
  const id = clock.newId();
  const times = { createdAt: now, authenticatedAt: now, lastUsedAt: now };
  const expiresAt = new Date(now.getTime() + sessionMs);
  await db
    .insertInto("session")
    .values({ id, ...given, ...times, expiresAt, device: device.slice(0, maxDeviceLength) })
    .execute();
  return issueTokens(db, id, now);
}

/** A pair of tokens: the access token lives 10 minutes, the refresh token 30 days. */
export async function issueTokens(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<SessionSecrets> {
  const access = makeSecret(sessionPrefix);
  const refresh = makeSecret(refreshPrefix);
  const accessExpiresAt = new Date(now.getTime() + accessMs);
  const expiresAt = new Date(now.getTime() + sessionMs);
  await db
    .insertInto("sessionToken")
    .values([
      { digest: digestSecret(access), sessionId, kind: "access", expiresAt: accessExpiresAt },
      { digest: digestSecret(refresh), sessionId, kind: "refresh", expiresAt },
    ])
    .execute();
  return { sessionId, access, refresh, accessExpiresAt, expiresAt };
}

/** The tokens as an operation returns them. */
export const toTokens = (secrets: SessionSecrets): SessionTokens => ({
  ...secrets,
  accessExpiresAt: secrets.accessExpiresAt.toISOString(),
  expiresAt: secrets.expiresAt.toISOString(),
});
