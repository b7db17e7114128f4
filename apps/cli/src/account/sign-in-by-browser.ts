import { createHash, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Send } from "@lintel/client/http.types";
import { commandClientId } from "@lintel/contract/words/oauth-clients";
import { Failure } from "../outcome/failure.ts";
import type { Terminal } from "../output/terminal.ts";
import {
  callEndpoint,
  readError,
  readTokens,
  type AuthorizationServer,
} from "../network/authorization-server.ts";
import { openReceiver, type ReceivedAnswer, type Receiver } from "./receive-code.ts";
import { refuseAnswer, type Tokens } from "./sign-in-refusals.ts";

/** How long the person may take. */
const patienceMs = 10 * 60_000;

export interface BrowserSignIn {
  readonly server: AuthorizationServer;
  readonly send: Send;
  readonly terminal: Terminal;
  /** Opens an address in the browser; false if that is not possible. */
  readonly open: (url: string) => Promise<boolean>;
  /** Whether to wait although no browser was opened: the person opens the address. */
  readonly waitsAnyway: boolean;
}

/**
 * Signs in with the browser of this computer: a code arrives on the loopback interface, with PKCE
 * (RFC 8252, RFC 7636).
 *
 * @returns null if no browser could be opened
 * @throws Failure if the person denies it or does not answer
 */
export async function signInByBrowser(given: BrowserSignIn): Promise<Tokens | null> {
  const state = randomBytes(16).toString("base64url");
  const receiver = await openReceiver(state);
  try {
    return await signInWith(receiver, given, state);
  } finally {
    await receiver.close();
  }
}

async function signInWith(
  { redirectUri, answer }: Receiver,
  given: BrowserSignIn,
  state: string,
): Promise<Tokens | null> {
  const { server, terminal, open, waitsAnyway } = given;
  const verifier = randomBytes(32).toString("base64url");
  const url = makeUrl(server, { redirectUri, verifier, state });
  terminal.note(`Your browser opens this address to sign in:\n\n  ${url}\n`);
  if (!(await open(url)) && !waitsAnyway) return null;
  const received = await Promise.race([answer, setTimeout(patienceMs, null, { ref: false })]);
  if (received === null) throw refuseAnswer("expired_token");
  return exchange(given, received, { redirectUri, verifier });
}

function makeUrl(
  { authorizationEndpoint, issuer }: AuthorizationServer,
  { redirectUri, verifier, state }: Readonly<Record<"redirectUri" | "verifier" | "state", string>>,
): string {
  const url = new URL(authorizationEndpoint);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: commandClientId,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state,
    resource: issuer,
  }).toString();
  return url.href;
}

async function exchange(
  { server, send }: BrowserSignIn,
  { parameters, reply }: ReceivedAnswer,
  { redirectUri, verifier }: { readonly redirectUri: string; readonly verifier: string },
): Promise<Tokens> {
  try {
    const tokens = await redeem();
    reply("You are signed in", "Return to the terminal. You can close this page.");
    return tokens;
  } catch (error) {
    reply("You are not signed in", "The terminal shows the reason. You can close this page.");
    throw error;
  }

  async function redeem(): Promise<Tokens> {
    const code = parameters.get("code");
    // RFC 9207 §2.4: the answer must be of the server that was asked.
    if (parameters.get("iss") !== server.issuer) throw refuseIssuer();
    if (code === null) throw refuseAnswer(parameters.get("error") ?? "");
    const answer = await callEndpoint(send, server.tokenEndpoint, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: commandClientId,
    });
    const tokens = readTokens(answer);
    if (tokens === null) throw refuseAnswer(readError(answer));
    return tokens;
  }
}

function refuseIssuer(): Failure {
  return new Failure({
    exit: "credential",
    code: "ISSUER_MISMATCH",
    what: "The answer in the browser is from another server.",
    fix: "Run `lintel login` again. If it happens again, report it to the operator of the service.",
  });
}
