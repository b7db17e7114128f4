import { isObject, memberOf } from "@lintel/json/value";
import { parseToken, readBearer } from "../identities/json-web-token.ts";
import type { ItemNames } from "../surface/id-parameters.ts";
import type { Sessions } from "../identities/sessions.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { makeRequest } from "./make-request.ts";
import { readId } from "./read-items.ts";

/** The id of the account of an identity, as paths such as `/users/{userId}/orders` want it. */
export type ReadOwnId = (names: ItemNames, identity: string) => Promise<string | null>;

const ownPath = /\/(?:me|self|myself|whoami|current|account|profile)$/;
/** Members of the answer to a sign-in that describe the account. */
const accountMember = /^(?:user|customer|account|profile|member|data)$/i;

/**
 * Asks the operation that describes the caller, such as `GET /me`, and else looks into the answer to
 * the sign-in and into the claims of the token.
 */
export function createOwnIds(surface: Surface, sessions: Sessions): ReadOwnId {
  const known = new Map<string, Promise<string | null>>();
  const describing = surface.operations.filter(
    ({ method, path, danger }) => method === "GET" && ownPath.test(path) && danger === null,
  );

  async function ask(operation: Operation, names: ItemNames, identity: string) {
    if (operation.path.includes("{")) return null;
    const answer = await sessions.send(makeRequest(surface, operation, [], {}, 0), identity);
    return isGranted(answer) ? readAccount(answer.json, names) : null;
  }

  async function find(names: ItemNames, identity: string): Promise<string | null> {
    for (const operation of describing) {
      const id = await ask(operation, names, identity);
      if (id !== null) return id;
    }
    const signIn = await sessions.signInOf(identity);
    const id = signIn === null ? null : readAccount(signIn.json, names);
    return id ?? readClaims(readBearer(await sessions.credentialOf(identity)), names);
  }

  return (names, identity) => {
    const key = `${identity} ${names.variable} ${names.noun}`;
    const asked = known.get(key) ?? find(names, identity);
    known.set(key, asked);
    return asked;
  };
}

/** The id in a record of the account, which may be wrapped. */
function readAccount(json: unknown, names: ItemNames): string | null {
  if (!isObject(json)) return null;
  const [, inner] =
    Object.entries(json).find(([name, value]) => accountMember.test(name) && isObject(value)) ?? [];
  return readIdOnly(json, names) ?? (inner === undefined ? null : readIdOnly(inner, names));
}

/** Members that are no ids count only where the path wants just them, such as `{username}`. */
function readIdOnly(record: unknown, names: ItemNames): string | null {
  if (!isObject(record)) return null;
  const ids = Object.entries(record).filter(
    ([name]) => /id$/i.test(name) || name === names.variable,
  );
  return readId(Object.fromEntries(ids), names);
}

function readClaims(text: string, { variable, noun }: ItemNames): string | null {
  const claims = parseToken(text)?.claims;
  if (claims === undefined) return null;
  for (const name of [variable, `${noun}Id`, `${noun}_id`, "userId", "user_id", "uid", "sub"]) {
    const value = memberOf(claims, name);
    if (typeof value === "string" || typeof value === "number") return String(value);
  }
  return null;
}
