import { timingSafeEqual } from "node:crypto";
import type { InputOf } from "@lintel/contract/operation";
import type { finishOidcSignIn, finishSamlSignIn } from "@lintel/contract/operations/sso-sign-in";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { createTrace, type AttemptTrace } from "./attempt/attempt-trace.ts";
import { findByAddress } from "./begin-sign-in.ts";
import { addressesOf } from "./connection-address.ts";
import { refreshForSignIn } from "./metadata-refresh.service.ts";
import { clientOptionsOf } from "./client-options.ts";
import { verifyOidc } from "./oidc/verify-oidc.ts";
import { verifySaml } from "./saml/verify-saml.ts";
import type { VerifiedPerson } from "./attempt/read-person.ts";
import type { StoredConnection } from "./sso-connection.store.ts";
import { reasonOf, refuseSignIn } from "./attempt/sso-refusal.ts";
import { deriveSecret, digestOf } from "./sso-request.ts";
import { noteUse, selectRequest, takeRequest, type StoredRequest } from "./sso-request.store.ts";

/** An answer after its verification, before anything is changed. */
export interface CheckedAnswer {
  readonly connection: StoredConnection;
  readonly isTest: boolean;
  readonly returnTo: string | null;
  /** The session that the browser had when it began the sign-in. */
  readonly formerSessionId: string | null;
  readonly trace: AttemptTrace;
  readonly result: { readonly verified: VerifiedPerson } | { readonly problem: Problem };
}

type SamlInput = InputOf<typeof finishSamlSignIn>;
type OidcInput = InputOf<typeof finishOidcSignIn>;
type Request = StoredRequest | null;

export async function checkSamlAnswer(
  platform: Platform,
  context: CallContext,
  input: SamlInput,
): Promise<CheckedAnswer> {
  const connection = await findByAddress(context.db, input.connectionId, "saml");
  const { relayState, browserSecret, samlResponse } = input;
  return check(connection, async (trace, note) => {
    trace.begin("request");
    const found = await findRequest(context, connection, relayState, browserSecret);
    if (found === null) refuseUnlessBegunThere(connection, relayState);
    note(found);
    needReady(connection, found);
    if (found === null) trace.note("The provider began the sign-in.");
    const verify = (current: StoredConnection) =>
      verifySaml(
        samlResponse,
        { ...expectationOf(platform, current, found), now: context.now },
        trace,
      );
    try {
      return await verify(connection);
    } catch (error) {
      // The provider may have changed its certificate a moment ago.
      const isSignature = reasonOf(error) === "SAML_SIGNATURE_INVALID";
      const fresh = isSignature ? await refreshForSignIn(platform, context, connection) : null;
      if (fresh === null) throw error;
      return verify(fresh);
    }
  });
}

export async function checkOidcAnswer(
  platform: Platform,
  context: CallContext,
  input: OidcInput,
): Promise<CheckedAnswer> {
  const { db, now } = context;
  const connection = await findByAddress(db, input.connectionId, "oidc");
  const { answer, browserSecret } = input;
  const { organizationId, id: connectionId, attributes, isEmailTrusted, domains } = connection;
  return check(connection, async (trace, note) => {
    trace.begin("request");
    const state = answer["state"] ?? "";
    const found = await findRequest(context, connection, state, browserSecret);
    if (found === null) throw refuseSignIn("REQUEST_UNKNOWN");
    note(found);
    needReady(connection, found);
    const secret = browserSecret ?? "";
    const expected = {
      ...clientOptionsOf(platform, connection, now),
      redirectUrl: addressesOf(platform, connection).redirectUrl,
      request: {
        state,
        nonce: deriveSecret(secret, state, "nonce"),
        codeVerifier: deriveSecret(secret, state, "pkce"),
      },
      attributes,
      isEmailTrusted,
      domains,
      useCode: async (code: string, until: Date) => {
        const place = { organizationId, connectionId };
        if (!(await noteUse(db, place, digestOf(code), until)))
          throw refuseSignIn("OIDC_CODE_REPLAYED");
      },
    };
    return verifyOidc(answer, expected, trace);
  });
}

/** Runs the verification, and keeps a refusal as a result: the attempt is recorded. */
async function check(
  connection: StoredConnection,
  verify: (trace: AttemptTrace, note: (request: Request) => void) => Promise<VerifiedPerson>,
): Promise<CheckedAnswer> {
  const trace = createTrace();
  let request: Request = null;
  const outcome = async (): Promise<CheckedAnswer["result"]> => {
    try {
      return { verified: await verify(trace, (found) => void (request = found)) };
    } catch (error) {
      if (error instanceof Problem && reasonOf(error) !== null) return { problem: error };
      throw error;
    }
  };
  const result = await outcome();
  const found = request as Request;
  return {
    connection,
    isTest: found?.kind === "test",
    returnTo: found?.returnTo ?? null,
    formerSessionId: found?.formerSessionId ?? null,
    trace,
    result,
  };
}

/** The sign-in that an answer belongs to, used from now on; null where none was begun here. */
async function findRequest(
  { db, now }: CallContext,
  { id }: StoredConnection,
  state: string,
  browserSecret: string | null,
): Promise<Request> {
  if (state === "") return null;
  const found = await selectRequest(db, id, digestOf(state), now);
  if (found === undefined || found.browserDigest === null) return null;
  if (!isSameDigest(found.browserDigest, digestOf(browserSecret ?? "")))
    throw refuseSignIn("BROWSER_MISMATCH");
  if (!(await takeRequest(db, found.digest))) throw refuseSignIn("REQUEST_UNKNOWN");
  return found;
}

const isSameDigest = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

function refuseUnlessBegunThere(connection: StoredConnection, relayState: string): void {
  if (connection.isIdpInitiatedAllowed) return;
  throw refuseSignIn(relayState === "" ? "SAML_UNSOLICITED" : "REQUEST_UNKNOWN");
}

function needReady({ status }: StoredConnection, request: Request): void {
  if (status === "active" || request?.kind === "test") return;
  throw refuseSignIn("CONNECTION_NOT_READY", `its status is ${status}.`);
}

function expectationOf(platform: Platform, connection: StoredConnection, request: Request) {
  const { saml, certificates, attributes, domains } = connection;
  const { entityId, acsUrl } = addressesOf(platform, connection);
  const issuer = saml?.entityId ?? "";
  const inResponseTo = request?.samlId ?? null;
  return { issuer, certificates, entityId, acsUrl, inResponseTo, attributes, domains };
}
