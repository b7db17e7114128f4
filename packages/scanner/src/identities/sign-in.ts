import { isList, isObject, memberOf } from "@lintel/json/value";
import { readPointer } from "@lintel/json/pointer";
import type { Credential, Exchange, RequestDraft, SendPlain } from "../traffic/exchange.types.ts";
import { explainRefusal, isGranted } from "../traffic/judge-answer.ts";
import { ScanEnd } from "../traffic/scan-end.ts";
import { logInByForm } from "./log-in-by-form.ts";
import type { Authentication, Identity } from "./identity.types.ts";

/** An identity whose credential is known, or is in the answer to a request. */
export interface ByRequest extends Identity {
  readonly auth: Exclude<Authentication, { type: "clientCertificate" | "suiteCase" }>;
}

export interface SignedIn {
  readonly credential: Credential;
  /** The refresh token that replaces the one that was used; null without one. */
  readonly refreshToken: string | null;
}

export const bearer = (token: string): Credential => ({
  headers: [["Authorization", `Bearer ${token}`]],
  query: [],
});

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/**
 * The credential of an identity, after the requests that it needs.
 *
 * @throws ScanEnd signInFailed if the target refuses
 */
export async function signIn({ name, auth }: ByRequest, send: SendPlain): Promise<SignedIn> {
  if (auth.type !== "refreshToken")
    return { credential: await makeCredential(name, auth, send), refreshToken: null };
  const answer = await send(askToRefresh(auth));
  const credential = bearer(readToken(name, answer, "/access_token"));
  const next = memberOf(answer.json, "refresh_token");
  return { credential, refreshToken: typeof next === "string" ? next : null };
}

type Unrefreshed = Exclude<ByRequest["auth"], { type: "refreshToken" }>;

async function makeCredential(
  name: string,
  auth: Unrefreshed,
  send: SendPlain,
): Promise<Credential> {
  switch (auth.type) {
    case "bearer":
      return bearer(auth.token);
    case "basic":
      return { headers: [["Authorization", basic(auth.username, auth.password)]], query: [] };
    case "key":
      return placeKey(auth);
    case "clientCredentials":
      return bearer(readToken(name, await send(askForToken(auth)), "/access_token"));
    case "form":
      return logInByForm(name, auth, send);
    default:
      return bearer(readToken(name, await send(askToLogIn(auth)), auth.tokenPointer));
  }
}

function placeKey(auth: Extract<Authentication, { type: "key" }>): Credential {
  if (auth.in === "query") return { headers: [], query: [[auth.name, auth.value]] };
  const isCookie = auth.in === "cookie";
  const header = isCookie ? (["Cookie", `${auth.name}=${auth.value}`] as const) : null;
  return { headers: [header ?? [auth.name, auth.value]], query: [] };
}

/** RFC 6749 §4.4.2, with the client's secret in the header (§2.3.1). */
const askForToken = (
  auth: Extract<Authentication, { type: "clientCredentials" }>,
): RequestDraft => ({
  method: "POST",
  path: auth.tokenPath,
  query: [],
  headers: [["Authorization", basic(auth.clientId, auth.clientSecret)]],
  body: {
    mediaType: "application/x-www-form-urlencoded",
    text: new URLSearchParams({
      grant_type: "client_credentials",
      ...(auth.scope === undefined ? {} : { scope: auth.scope }),
    }).toString(),
  },
});

/** RFC 6749 §6; a public client names itself in the body (§2.3.1). */
function askToRefresh(auth: Extract<Authentication, { type: "refreshToken" }>): RequestDraft {
  const { clientId, tokens } = auth;
  const { clientSecret, refreshToken } = tokens;
  const isPublic = clientId !== undefined && clientSecret === undefined;
  const isConfidential = clientId !== undefined && clientSecret !== undefined;
  return {
    method: "POST",
    path: auth.tokenPath,
    query: [],
    headers: isConfidential ? [["Authorization", basic(clientId, clientSecret)]] : [],
    body: {
      mediaType: "application/x-www-form-urlencoded",
      text: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: refreshToken,
        ...(isPublic ? { client_id: clientId } : {}),
      }).toString(),
    },
  };
}

const askToLogIn = (auth: Extract<Authentication, { type: "login" }>): RequestDraft => ({
  method: "POST",
  path: auth.path,
  query: [],
  headers: [],
  body: { mediaType: "application/json", text: JSON.stringify(auth.body) },
});

function readToken(name: string, exchange: Exchange, pointer: string | undefined): string {
  const token =
    pointer === undefined ? findToken(exchange.json) : follow(exchange.json, readPointer(pointer));
  if (isGranted(exchange) && typeof token === "string" && token !== "") return token;
  const what = isGranted(exchange) ? "no token was in the answer" : explainRefusal(exchange);
  throw new ScanEnd(
    "signInFailed",
    `${name} could not sign in with ${exchange.method} ${new URL(exchange.url).pathname}: ${what}.`,
  );
}

function follow(value: unknown, steps: readonly string[]): unknown {
  let current = value;
  for (const step of steps) {
    if (isList(current)) current = current[Number(step)];
    else current = isObject(current) ? current[step] : undefined;
  }
  return current;
}

const tokenName = /^(?:access[_-]?|id[_-]?|auth[_-]?)?(?:token|jwt)$/i;

/** The first member that is named like a token. */
export function findToken(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const own = entries.find(([name, member]) => tokenName.test(name) && typeof member === "string");
  if (own !== undefined) return own[1];
  return entries.map(([, member]) => findToken(member)).find((found) => found !== undefined);
}
