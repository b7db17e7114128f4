import type { HttpRequest, HttpResponse } from "@lintel/client/http.types";
import { commandClientId } from "@lintel/contract/words/oauth-clients";
import type { Environment } from "../command-line/command.types.ts";
import { Failure } from "../outcome/failure.ts";
import type { Settings } from "../settings/resolve-settings.ts";
import {
  changeSignIns,
  findSignIn,
  listSignIns,
  writeSignIn,
  type Place,
  type SignIn,
} from "../settings/sign-in-file.ts";
import { callEndpoint, createTokenSend, readTokens } from "./authorization-server.ts";
import { createPatientSend } from "./patient-send.ts";

/** What proves to the service who calls. */
export interface Credential {
  readonly kind: "key" | "signIn";
  /** Where it is from, for people. */
  readonly source: string;
  /** The headers of a request. */
  sign(): Promise<Readonly<Record<string, string>>>;
  /** Replaces what the service refused; false if there is nothing to replace it with. */
  renew(): Promise<boolean>;
}

/**
 * The key of the environment or the profile, else the sign-in at the address.
 * @throws Failure if there is none
 */
export function findCredential(settings: Settings, place: Place): Credential {
  const key = settings.find("key");
  if (key !== null) {
    const headers = { "x-api-key": key.value };
    const source = `the API key from ${key.source}`;
    return { kind: "key", source, sign: async () => headers, renew: async () => false };
  }
  const signIn = findSignIn(settings.env, place);
  if (signIn === undefined) throw refuseCaller(settings, place);
  return signInCredential(settings.env, signIn);
}

/** An access token is replaced this long before it expires, because a request takes time. */
const earlyMs = 60_000;

function signInCredential(env: Environment, stored: SignIn): Credential {
  let present = stored;
  let renewal: Promise<SignIn> | null = null;
  const renew = async (): Promise<void> => {
    // Requests at the same time wait for one renewal.
    renewal ??= renewSignIn(env, present).finally(() => (renewal = null));
    present = await renewal;
  };
  return {
    kind: "signIn",
    source: "`lintel login`",
    async sign() {
      if (present.expiresAt - earlyMs < Date.now()) await renew();
      return { authorization: `Bearer ${present.accessToken}` };
    },
    async renew() {
      await renew();
      return true;
    },
  };
}

/** Exchanges the refresh token, unless another process has done so. @throws Failure */
function renewSignIn(env: Environment, used: SignIn): Promise<SignIn> {
  return changeSignIns(env, async () => {
    const stored = findSignIn(env, used);
    if (stored === undefined) throw refuseSignIn(used, "It was removed with `lintel logout`.");
    if (stored.accessToken !== used.accessToken) return stored;
    // The service repeats its answer for 10 s.
    const send = createPatientSend(createTokenSend(), { forMs: 3000, onRetry: () => {} });
    const answer = await callEndpoint(send, stored.tokenEndpoint, {
      grant_type: "refresh_token",
      refresh_token: stored.refreshToken,
      client_id: commandClientId,
    });
    const tokens = readTokens(answer);
    if (tokens === null) throw refuseRenewal(used, answer.status, answer.fields["error"]);
    const renewed = { ...stored, ...tokens };
    writeSignIn(env, renewed, renewed);
    return renewed;
  });
}

function refuseRenewal(place: Place, status: number, error: unknown): Failure {
  if (error === "invalid_grant")
    return refuseSignIn(place, "It was not used for 30 days, or it was revoked.");
  return new Failure({
    exit: "incomplete",
    code: "SIGN_IN_NOT_RENEWED",
    what: `Your sign-in at ${place.url} could not be renewed (HTTP ${status}).`,
    why: typeof error === "string" ? [error] : [],
    fix: "Try again in a moment; if that does not help, run `lintel login`.",
  });
}

function refuseSignIn({ url, region }: Place, why: string): Failure {
  return new Failure({
    exit: "credential",
    code: "SIGN_IN_ENDED",
    what: `Your sign-in at ${url}, region ${region}, has ended.`,
    why: [why],
    fix: "Run `lintel login`, or set LINTEL_API_KEY.",
  });
}

function refuseCaller({ env, profile }: Settings, { url, region }: Place): Failure {
  const others = listSignIns(env).map(
    (one) => `You are signed in at ${one.url}, region ${one.region}.`,
  );
  return new Failure({
    exit: "credential",
    code: "API_KEY_MISSING",
    what: `You are not signed in at ${url}, region ${region}, and the profile ${profile} has no API key.`,
    why: others,
    fix: "Run `lintel login`, or set LINTEL_API_KEY.",
  });
}

/** Sends requests with a credential. A sign-in that the service refuses is renewed once. */
export function signRequests<Request extends HttpRequest>(
  credential: Credential,
  send: (request: Request) => Promise<HttpResponse>,
): (request: Request) => Promise<HttpResponse> {
  const sendOnce = async (request: Request): Promise<HttpResponse> =>
    send({ ...request, headers: { ...request.headers, ...(await credential.sign()) } });
  return async (request) => {
    const response = await sendOnce(request);
    if (response.status !== 401 || !(await credential.renew())) return response;
    return sendOnce(request);
  };
}
