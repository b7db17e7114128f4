import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { ssoReasons, type SsoReason, type SsoReasonRow } from "@lintel/contract/words/sso-reasons";
import { useTestApp } from "../../testing/test-app.ts";
import { hostileResponses } from "./testing/hostile-responses.ts";
import { makeResponse } from "./testing/saml-response.ts";
import {
  activate,
  addPerson,
  answerTo,
  beginSaml,
  connectSaml,
  lastAttempt,
  openSsoScene,
  postResponse,
  testConnection,
  type BegunSignIn,
  type SsoScene,
} from "./testing/sso-scene.ts";

let scene: SsoScene;
let connection: SsoConnection;

beforeAll(async () => {
  scene = await openSsoScene(await useTestApp());
  connection = await connectSaml(scene);
  await activate(scene, connection);
  await addPerson(scene);
});

// Refusals in a row would end the connection.
beforeEach(async () => void (await testConnection(scene, connection)));

const begin = () => beginSaml(scene.testApp, connection.serviceProvider.signInUrl);
const post = (xml: string, begun: Partial<BegunSignIn>) =>
  postResponse(scene.testApp, connection.serviceProvider.acsUrl, { xml, ...begun });

async function expectRefused(
  answer: Awaited<ReturnType<typeof post>>,
  reason: SsoReason,
): Promise<void> {
  const { problem = "SSO_REFUSED" }: SsoReasonRow = ssoReasons[reason];
  expect(answer.body).toMatchObject({ status: 401, code: problem, reason });
  expect(answer.headers["www-authenticate"]).toBeDefined();
  expect(String(answer.headers["set-cookie"] ?? "")).not.toContain("svc_");
  const attempt = await lastAttempt(scene, connection.id);
  expect(attempt).toMatchObject({ id: answer.body["attemptId"], result: "refused", reason });
  expect(attempt.fix).toBe(ssoReasons[reason].fix);
  expect(attempt.steps.at(-1)?.result).toBe("refused");
}

describe("a hostile response", () => {
  it("has at least 40 forms", () => expect(hostileResponses.length).toBeGreaterThanOrEqual(40));

  it.each(hostileResponses)("is refused: $name", async ({ make, reason }) => {
    const begun = await begin();
    const answer = await post(make(answerTo(scene, connection, begun)), begun);
    await expectRefused(answer, reason);
  });

  it("is refused when it comes again", async () => {
    const begun = await begin();
    const xml = makeResponse(answerTo(scene, connection, begun));
    expect((await post(xml, begun)).status).toBe(303);
    await expectRefused(await post(xml, begun), "REQUEST_UNKNOWN");
  });

  it("is refused in another browser", async () => {
    const begun = await begin();
    const other = await begin();
    const xml = makeResponse(answerTo(scene, connection, begun));
    const answer = await post(xml, { ...begun, cookie: other.cookie });
    await expectRefused(answer, "BROWSER_MISMATCH");
  });

  it("is refused without a request", async () => {
    const xml = makeResponse(answerTo(scene, connection, { inResponseTo: "_none" }));
    await expectRefused(await post(xml, {}), "SAML_UNSOLICITED");
    await expectRefused(await post(xml, { relayState: "unknown" }), "REQUEST_UNKNOWN");
  });

  it("is refused without a response, and without Base64", async () => {
    const { acsUrl } = connection.serviceProvider;
    const send = async (base64: string) =>
      postResponse(scene.testApp, acsUrl, { base64, ...(await begin()) });
    await expectRefused(await send(""), "SAML_RESPONSE_MISSING");
    await expectRefused(await send("<xml>"), "SAML_NOT_BASE64");
  });

  it("of simultaneous ones, one is accepted", async () => {
    const begun = await begin();
    const xml = makeResponse(answerTo(scene, connection, begun));
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(xml, begun)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });
});
