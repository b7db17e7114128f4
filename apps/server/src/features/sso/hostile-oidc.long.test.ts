import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JWTPayload } from "jose";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { ssoReasons, type SsoReason, type SsoReasonRow } from "@lintel/contract/words/sso-reasons";
import { request, type TestResponse } from "../../testing/request.ts";
import { useTestApp } from "../../testing/test-app.ts";
import {
  clientId,
  clientSecret,
  openHostileProvider,
  type HostileProvider,
  type TokenAnswer,
} from "./testing/hostile-provider.ts";
import {
  addPerson,
  cookieOf,
  lastAttempt,
  openSsoScene,
  pathOf,
  type SsoScene,
} from "./testing/sso-scene.ts";

let scene: SsoScene;
let connection: SsoConnection;
let provider: HostileProvider;

beforeAll(async () => {
  scene = await openSsoScene(await useTestApp());
  provider = await openHostileProvider();
  await addPerson(scene);
  const body = { name: "OIDC", protocol: "oidc", issuer: provider.origin, clientId, clientSecret };
  const made = await scene.send("POST", "", body);
  connection = made.body as unknown as SsoConnection;
  await test();
  await scene.send("POST", `/${connection.id}/activate`, {});
});

afterAll(() => provider[Symbol.asyncDispose]());

// Refusals in a row would end the connection.
beforeEach(test);

interface Begun {
  readonly cookie: string;
  readonly state: string;
  readonly honest: JWTPayload;
}

async function begin(address = connection.serviceProvider.signInUrl): Promise<Begun> {
  const begun = await request(scene.testApp, { method: "GET", path: pathOf(address) });
  expect(begun.status, begun.text).toBe(303);
  const { searchParams } = new URL(String(begun.headers["location"]));
  expect(searchParams.get("code_challenge_method")).toBe("S256");
  expect(searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
  const now = Math.floor(Date.now() / 1000);
  return {
    cookie: cookieOf(begun),
    state: searchParams.get("state") ?? "",
    honest: {
      iss: provider.origin,
      aud: clientId,
      sub: "1",
      iat: now,
      exp: now + 300,
      nonce: searchParams.get("nonce") ?? "",
      email: `ann@${scene.domain}`,
      email_verified: true,
      groups: ["Ops"],
    },
  };
}

type Answer = Readonly<Record<string, string>>;

function callBack({ cookie, state }: Begun, changes: Answer = {}): Promise<TestResponse> {
  const answer = { code: crypto.randomUUID(), state, iss: provider.origin, ...changes };
  const given = Object.entries(answer).filter(([, value]) => value !== "");
  return request(scene.testApp, {
    method: "GET",
    path: `${pathOf(connection.serviceProvider.redirectUrl)}?${new URLSearchParams(given).toString()}`,
    headers: { cookie, accept: "application/json" },
  });
}

async function test(): Promise<void> {
  const started = await scene.send("POST", `/${connection.id}/test`, {});
  const begun = await begin(String(started.body["url"]));
  provider.next(begun.honest);
  const answer = await callBack(begun);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text).toContain("Ops");
}

async function expectRefused(answer: TestResponse, reason: SsoReason): Promise<void> {
  const { problem = "SSO_REFUSED" }: SsoReasonRow = ssoReasons[reason];
  expect(answer.body).toMatchObject({ status: 401, code: problem, reason });
  expect(String(answer.headers["set-cookie"] ?? "")).not.toContain("svc_");
  expect(await lastAttempt(scene, connection.id)).toMatchObject({ result: "refused", reason });
}

interface Hostile {
  readonly name: string;
  readonly reason: SsoReason;
  readonly token?: TokenAnswer;
  readonly answer?: Answer;
}

const past = Math.floor(Date.now() / 1000) - 600;

const hostile: readonly Hostile[] = [
  { name: "another state", reason: "REQUEST_UNKNOWN", answer: { state: "another" } },
  { name: "no state", reason: "REQUEST_UNKNOWN", answer: { state: "" } },
  {
    name: "another provider's answer",
    reason: "OIDC_ISSUER_MIXED_UP",
    answer: { iss: "https://evil.example.com" },
  },
  { name: "no issuer where one is announced", reason: "OIDC_ISSUER_UNSTATED", answer: { iss: "" } },
  { name: "an error", reason: "PROVIDER_REFUSED", answer: { code: "", error: "access_denied" } },
  { name: "no code", reason: "OIDC_CODE_MISSING", answer: { code: "" } },
  { name: "another nonce", reason: "OIDC_NONCE", token: { claims: { nonce: "another" } } },
  { name: "no nonce", reason: "OIDC_NONCE", token: { claims: { nonce: undefined } } },
  {
    name: "another issuer",
    reason: "OIDC_ISSUER",
    token: { claims: { iss: "https://evil.example.com" } },
  },
  { name: "another audience", reason: "OIDC_AUDIENCE", token: { claims: { aud: "another" } } },
  {
    name: "a foreign party",
    reason: "OIDC_AUDIENCE",
    token: { claims: { aud: [clientId, "b"], azp: "b" } },
  },
  { name: "the algorithm none", reason: "OIDC_ALGORITHM", token: { algorithm: "none" } },
  {
    name: "an HMAC with the client secret",
    reason: "OIDC_ALGORITHM",
    token: { algorithm: "HS256" },
  },
  { name: "a foreign key", reason: "OIDC_SIGNATURE_INVALID", token: { isForeign: true } },
  { name: "an expired token", reason: "OIDC_EXPIRED", token: { claims: { exp: past } } },
  { name: "no ID token", reason: "OIDC_TOKEN_MISSING", token: { hasNoIdToken: true } },
  { name: "a refused client", reason: "OIDC_CODE_REFUSED", token: { error: "invalid_client" } },
  { name: "no e-mail address", reason: "EMAIL_MISSING", token: { claims: { email: undefined } } },
  {
    name: "an unverified address",
    reason: "EMAIL_UNVERIFIED",
    token: { claims: { email_verified: false } },
  },
  {
    name: "an address of unknown state",
    reason: "EMAIL_UNVERIFIED",
    token: { claims: { email_verified: undefined } },
  },
  {
    name: "an address of another domain",
    reason: "EMAIL_DOMAIN",
    token: { claims: { email: "ann@other.example.org" } },
  },
  {
    name: "a user name for an address",
    reason: "EMAIL_INVALID",
    token: { claims: { email: "ann" } },
  },
];

describe("an answer of an OpenID Connect provider", () => {
  it.each(hostile)("is refused: $name", async ({ reason, token = {}, answer }) => {
    const begun = await begin();
    provider.next(begun.honest, token);
    const refused = await callBack(begun, answer);
    await expectRefused(refused, reason);
  });

  it("is refused when it comes again, and its code under another state", async () => {
    const begun = await begin();
    provider.next(begun.honest);
    const code = crypto.randomUUID();
    expect((await callBack(begun, { code })).status).toBe(303);
    await expectRefused(await callBack(begun, { code }), "REQUEST_UNKNOWN");
    const exchanges = provider.exchanges;
    await expectRefused(await callBack(await begin(), { code }), "OIDC_CODE_REPLAYED");
    expect(provider.exchanges).toBe(exchanges);
  });

  it("is refused in another browser", async () => {
    const begun = await begin();
    const { cookie } = await begin();
    await expectRefused(await callBack({ ...begun, cookie }), "BROWSER_MISMATCH");
  });

  it("is exchanged once, of simultaneous ones", async () => {
    const begun = await begin();
    provider.next(begun.honest);
    const answers = await Promise.all(Array.from({ length: 6 }, () => callBack(begun)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it("is accepted with an address of unknown state only where the connection trusts it", async () => {
    const { rowVersion } = (await scene.send("GET", `/${connection.id}`)).body;
    const change = (isEmailTrusted: boolean, version: unknown) =>
      scene.send("PATCH", `/${connection.id}`, { isEmailTrusted, rowVersion: version });
    const trusted = await change(true, rowVersion);
    expect(trusted.body).toMatchObject({ status: "active", isEmailTrusted: true });
    const unstated = await begin();
    provider.next(unstated.honest, { claims: { email_verified: undefined } });
    expect((await callBack(unstated)).status).toBe(303);
    const denied = await begin();
    provider.next(denied.honest, { claims: { email_verified: false } });
    await expectRefused(await callBack(denied), "EMAIL_UNVERIFIED");
    await change(false, trusted.body["rowVersion"]);
  });
});
