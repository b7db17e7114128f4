import { beforeAll, describe, expect, it } from "vitest";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { callAsOperator } from "../../testing/factories.ts";
import { request, type TestResponse } from "../../testing/request.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { makeResponse, type ResponseOptions } from "./testing/saml-response.ts";
import {
  activate,
  addPerson,
  answerTo,
  beginSaml,
  connectSaml,
  cookieOf,
  lastAttempt,
  openSsoScene,
  pathOf,
  postResponse,
  testConnection,
  type SsoScene,
} from "./testing/sso-scene.ts";

let scene: SsoScene;
let connection: SsoConnection;

beforeAll(async () => {
  scene = await openSsoScene(await useTestApp());
  connection = await connectSaml(scene);
  await addPerson(scene);
});

async function signIn(changes: Partial<ResponseOptions>, accept?: string): Promise<TestResponse> {
  const { signInUrl, acsUrl } = connection.serviceProvider;
  const begun = await beginSaml(scene.testApp, signInUrl);
  const xml = makeResponse(answerTo(scene, connection, begun, changes));
  return postResponse(scene.testApp, acsUrl, {
    xml,
    ...begun,
    ...(accept === undefined ? {} : { accept }),
  });
}

async function audited(): Promise<string[]> {
  const { id } = scene.organization;
  const page = await callAsOperator(scene.testApp, "eu", id, "listAuditEntries", { take: 100 });
  return page.items.map(({ event }) => event);
}

describe("a sign-in by SAML", () => {
  it("is tested first, and the test says what was asserted", async () => {
    const answer = await testConnection(scene, connection, { attributes: { groups: ["Ops"] } });
    expect(answer.text).toContain("The test succeeded");
    expect(answer.text).toContain("Ops");
    expect(answer.status).toBe(200);
    const shown = await scene.send("GET", `/${connection.id}`);
    expect(shown.body["testedAt"]).not.toBeNull();
  });

  it("opens a session once the connection is active", async () => {
    await activate(scene, connection);
    const { acsUrl, signInUrl } = connection.serviceProvider;
    const begun = await beginSaml(scene.testApp, `${signInUrl}?return=/account`);
    const xml = makeResponse(answerTo(scene, connection, begun));
    const answer = await postResponse(scene.testApp, acsUrl, { xml, ...begun });
    expect(answer.text).toBe("");
    expect(answer.status).toBe(303);
    expect(answer.headers["location"]).toBe("/account");
    expect(cookieOf(answer)).toMatch(/__Host-lintel-eu=svc_sess_/);
    expect(await lastAttempt(scene, connection.id)).toMatchObject({ result: "success" });
  });

  it("makes a member of a person by the first one, with the role of a group", async () => {
    const { organization, testApp, domain } = scene;
    const mapping = { groupName: "Ops", role: "admin", priority: 1 } as const;
    await callAsOperator(testApp, "eu", organization.id, "createGroupMapping", mapping);
    const changes = { nameId: `new@${domain}`, attributes: { groups: ["ops"] } };
    expect((await signIn(changes)).status).toBe(303);
    const events = await audited();
    expect(events).toContain("user.jit_provisioned");
    expect(events).toContain("sso.login_success");
    const members = await callAsOperator(testApp, "eu", organization.id, "listMembers", {});
    expect(members.items).toContainEqual(
      expect.objectContaining({ email: `new@${domain}`, role: "admin" }),
    );
  });

  it("is refused to a stranger where just-in-time provisioning is off", async () => {
    const { rowVersion } = (await scene.send("GET", `/${connection.id}`)).body;
    const path = `/${connection.id}`;
    const off = await scene.send("PATCH", path, { isJitEnabled: false, rowVersion });
    const nameId = `stranger@${scene.domain}`;
    const refused = await signIn({ nameId }, "application/json");
    expect(refused.body).toMatchObject({ status: 403, code: "SSO_JIT_DISABLED" });
    expect(cookieOf(refused)).not.toContain("svc_");
    const page = await signIn({ nameId }, "text/html,*/*");
    expect(page.status).toBe(403);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.text).toContain("SSO_JIT_DISABLED");
    expect(await audited()).toContain("sso.jit_denied");
    const attempt = await lastAttempt(scene, connection.id);
    expect(attempt).toMatchObject({ reason: "ADMISSION_REFUSED", result: "refused" });
    // A refusal of the organization is no failed handshake.
    const shown = await scene.send("GET", path);
    expect(shown.body).toMatchObject({ status: "active", failedHandshakes: 0 });
    await scene.send("PATCH", path, { isJitEnabled: true, rowVersion: off.body["rowVersion"] });
  });

  it("returns to a path of this server only", async () => {
    const { signInUrl, acsUrl } = connection.serviceProvider;
    const address = `${signInUrl}?return=${encodeURIComponent("//evil.example.com")}`;
    const begun = await beginSaml(scene.testApp, address);
    const xml = makeResponse(answerTo(scene, connection, begun));
    const answer = await postResponse(scene.testApp, acsUrl, { xml, ...begun });
    expect(answer.headers["location"]).toBe("/account");
  });

  it("opens a session that calls know by its connection", async () => {
    const answer = await signIn({});
    const access = /__Host-lintel-eu=([^;]+)/.exec(cookieOf(answer))?.[1] ?? "";
    const { testApp } = scene;
    const read = await request(testApp, { method: "GET", path: "/api/session", session: access });
    expect(read.body["user"]).toMatchObject({ email: `ann@${scene.domain}` });
    const db = await testApp.cells.eu.platform.database();
    const sessions = await db
      .selectFrom("session")
      .select(["method", "connectionId"])
      .where("id", "=", String(read.body["sessionId"]))
      .execute();
    expect(sessions).toEqual([{ method: "sso", connectionId: connection.id }]);
  });

  it("is offered by the page for sign-in, to every address of the domain and to no other", async () => {
    const offered = async (email: string) => {
      const answer = await request(scene.testApp, {
        method: "POST",
        path: "/sign-in",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          host: "localhost",
          origin: "http://localhost",
        },
        body: new URLSearchParams({ email, return: "/account" }).toString(),
      });
      expect(answer.status, answer.text).toBe(200);
      return answer.text.includes(`/sso/saml/${connection.id}/login?return=%2Faccount`);
    };
    expect(await offered(`ann@${scene.domain}`)).toBe(true);
    expect(await offered(`Nobody@${scene.domain.toUpperCase()}`)).toBe(true);
    expect(await offered(`ann@sub.${scene.domain}`)).toBe(false);
    expect(await offered("ann@example.org")).toBe(false);
  });

  it("is not found for a connection that does not exist, or is of the other protocol", async () => {
    const { testApp } = scene;
    const missing = crypto.randomUUID();
    const paths = [`saml/${missing}/login`, `oidc/${connection.id}/login`, "saml/x/metadata"];
    for (const path of paths) {
      const answer = await request(testApp, { method: "GET", path: `/sso/${path}` });
      expect(answer.status, path).toBe(404);
    }
    const inTheStates = await request(testApp, {
      method: "GET",
      path: `/us/sso/saml/${connection.id}/metadata`,
    });
    expect(inTheStates.status).toBe(404);
  });

  it("describes itself to the provider", async () => {
    const { metadataUrl, acsUrl } = connection.serviceProvider;
    const read = await request(scene.testApp, { method: "GET", path: pathOf(metadataUrl) });
    expect(read.text).toContain(`entityID="${metadataUrl}"`);
    expect(read.text).toContain(acsUrl);
  });
});
