import { makeCode, useCode, type CodePurpose } from "../../domain/people/one-time-code.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";

const challengeMs = 5 * 60_000;

/** The server as passkeys know it (Web Authentication §4): the host, and the only origin. */
export function relyingParty({ publicOrigin }: Pick<Platform, "publicOrigin">) {
  const { hostname: id, origin } = new URL(publicOrigin());
  return { id, origin };
}

/** A challenge is a code that is used once. It is bound to a person where one is signed in. */
export function makeChallenge(
  db: Database,
  purpose: CodePurpose,
  userId: string | null,
  now: Date,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + challengeMs);
  return makeCode(db, { purpose, expiresAt, ...(userId === null ? {} : { userId }) });
}

/** An answer of a browser whose challenge this server made, and which is now used. */
export interface Answer<Response> {
  readonly response: Response;
  /** As in the answer: in base64url. */
  readonly challenge: string;
  readonly userId: string | null;
}

/** Uses the challenge of an answer, whether or not the answer is accepted; null where it is not valid. */
export async function useChallenge<
  Response extends { readonly response: { readonly clientDataJSON: string } },
>(db: Database, purpose: CodePurpose, text: string, now: Date): Promise<Answer<Response> | null> {
  const response = tryToParse(text) as Partial<Response> | null;
  const clientData = response?.response?.clientDataJSON;
  if (typeof clientData !== "string") return null;
  const read = tryToParse(Buffer.from(clientData, "base64url").toString());
  const { challenge } = (read ?? {}) as { challenge?: unknown };
  if (typeof challenge !== "string") return null;
  const code = Buffer.from(challenge, "base64url").toString();
  const used = await useCode(db, purpose, code, now);
  return used === undefined
    ? null
    : { response: response as Response, challenge, userId: used.userId };
}

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
