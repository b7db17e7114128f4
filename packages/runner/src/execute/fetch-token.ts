import { makeReceived } from "../response/received.ts";
import { isObject } from "@lintel/json/value";
import { RequestError } from "./request-error.ts";
import type { Run } from "./run-state.ts";
import type { Token } from "./token-cache.ts";

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | undefined;
}

/** The lifetime of a token without `expires_in`, which RFC 6749 §5.1 does not define. */
const defaultLifeMs = 300_000;
/** A token is replaced this long before it expires, so that it does not expire during a request. */
const marginMs = 10_000;

const encodeForm = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function writeBasic({ clientId, clientSecret }: ClientCredentials): string {
  const pair = `${encodeForm(clientId)}:${encodeForm(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function readToken(answer: unknown, now: number): Token | undefined {
  if (!isObject(answer) || typeof answer["access_token"] !== "string") return undefined;
  const seconds = Number(answer["expires_in"]);
  const life = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 - marginMs : defaultLifeMs;
  return { value: answer["access_token"], expiresAt: now + life };
}

/** Why there is no token: the server's own code (RFC 6749 §5.2), if it sends one. */
function explainAnswer(url: string, status: number, answer: unknown): string {
  const code =
    isObject(answer) && typeof answer["error"] === "string" ? ` (${answer["error"]})` : "";
  return `the token request to ${new URL(url).origin} was answered ${status}${code} without an access token`;
}

async function requestToken(
  run: Run,
  url: string,
  client: ClientCredentials,
  signal: AbortSignal,
): Promise<Token> {
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (client.scope !== undefined) form.set("scope", client.scope);
  // The only request that a read-only environment allows although its method is not safe: it goes
  // to the address that the environment names, as this form, and follows no redirect.
  const response = await run.tools.egress.send({
    method: "POST",
    url,
    headers: [
      ["authorization", writeBasic(client)],
      ["content-type", "application/x-www-form-urlencoded"],
      ["accept", "application/json"],
    ],
    body: form.toString(),
    maxRedirects: 0,
    signal,
  });
  const answer = makeReceived(response, response.elapsedMs).readJson();
  const token = response.status < 400 ? readToken(answer, run.tools.now()) : undefined;
  if (token === undefined) throw new RequestError(explainAnswer(url, response.status, answer));
  run.masker.learn(token.value);
  return token;
}

/**
 * An access token by the client credentials grant (RFC 6749 §4.4), kept for the run until it
 * expires.
 * @throws RequestError or EgressError if there is none.
 */
export async function fetchToken(
  run: Run,
  client: ClientCredentials,
  signal: AbortSignal,
): Promise<string> {
  const url = run.plan.environment?.oauthTokenUrl ?? null;
  if (url === null) throw new RequestError("oauth2 needs an environment with a token URL");
  const key = JSON.stringify([client.clientId, client.clientSecret, client.scope]);
  return run.tokens.find(key, run.tools.now(), () => requestToken(run, url, client, signal));
}
