import { beforeAll, describe, expect, it } from "vitest";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { callAsOperator, makeMember } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { makeSigner } from "./testing/make-signer.ts";
import { openTestServer } from "./testing/open-provider.ts";
import { makeMetadata, makeResponse } from "./testing/saml-response.ts";
import {
  activate,
  addPerson,
  answerTo,
  beginSaml,
  connectSaml,
  lastAttempt,
  openSsoScene,
  postResponse,
  providerId,
  providerSignIn,
  testConnection,
  verifyDomain,
  type SsoScene,
} from "./testing/sso-scene.ts";

let scene: SsoScene;

beforeAll(async () => {
  scene = await openSsoScene(await useTestApp());
});

const read = async (id: string) =>
  (await scene.send("GET", `/${id}`)).body as unknown as SsoConnection;

const audit = async (event: string) => {
  const { items } = await callAsOperator(
    scene.testApp,
    "eu",
    scene.organization.id,
    "listAuditEntries",
    { event: event as never },
  );
  return items;
};

describe("a connection", () => {
  it("is a draft with the domains that are verified now", async () => {
    const made = await connectSaml(scene);
    expect(made).toMatchObject({
      protocol: "saml",
      status: "draft",
      domains: [scene.domain],
      isJitEnabled: true,
      isIdpInitiatedAllowed: false,
      saml: { entityId: providerId, signInUrl: providerSignIn },
      oidc: null,
      testedAt: null,
      warnings: [],
    });
    expect(made.serviceProvider.acsUrl).toMatch(new RegExp(`/sso/saml/${made.id}/acs$`));
    expect(JSON.stringify(made)).not.toContain("BEGIN CERTIFICATE");
  });

  it("captures domains again when it is saved, and warns until then", async () => {
    const made = await connectSaml(scene);
    const later = `later.${scene.domain}`;
    await verifyDomain(scene.testApp, scene.organization, later);
    const shown = await read(made.id);
    expect(shown.domains).toEqual([scene.domain]);
    expect(shown.warnings).toMatchObject([{ code: "DOMAIN_NOT_CAPTURED" }]);
    const { rowVersion } = made;
    const saved = await scene.send("PATCH", `/${made.id}`, { name: "Saved", rowVersion });
    expect(saved.body["domains"]).toEqual([scene.domain, later].sort());
    expect(saved.body["warnings"]).toEqual([]);
  });

  it("is made from single fields", async () => {
    const certificates = [makeSigner().cert];
    const fields = { entityId: "urn:idp", signInUrl: providerSignIn, certificates };
    const body = { name: "Fields", protocol: "saml", ...fields };
    const made = await scene.send("POST", "", body);
    expect(made.status).toBe(201);
    expect(made.body["saml"]).toMatchObject({ entityId: "urn:idp" });
  });

  it("is made before its provider is known, whose application needs its addresses", async () => {
    for (const protocol of ["saml", "oidc"] as const) {
      const made = await scene.send("POST", "", { name: `Early ${protocol}`, protocol });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ status: "draft", saml: null, oidc: null });
      expect(made.body["warnings"]).toMatchObject([{ code: "NO_PROVIDER" }]);
      const path = `/${String(made.body["id"])}`;
      for (const call of ["test", "activate"])
        expect((await scene.send("POST", `${path}/${call}`, {})).body["code"]).toBe(
          "SSO_TRANSITION_REFUSED",
        );
      const { rowVersion } = made.body;
      const parts = protocol === "saml" ? { entityId: "urn:idp" } : { clientId: "lintel" };
      const partly = await scene.send("PATCH", path, { ...parts, rowVersion });
      expect(partly.body["code"]).toBe("VALIDATION_FAILED");
    }
  });

  it("gets its provider later, and is then tested like any other", async () => {
    const made = await scene.send("POST", "", { name: "Later", protocol: "saml" });
    const metadata = makeMetadata(providerId, providerSignIn, [scene.signer]);
    const path = `/${String(made.body["id"])}`;
    const { rowVersion } = made.body;
    const given = await scene.send("PATCH", path, { metadata, rowVersion });
    expect(given.body).toMatchObject({ status: "draft", saml: { entityId: providerId } });
    expect(given.body["warnings"]).toEqual([]);
    expect((await scene.send("POST", `${path}/test`, {})).body["url"]).toContain("?test=");
  });

  const bad: readonly (readonly [string, object, string])[] = [
    ["text that is not XML", { metadata: "hello" }, "metadata"],
    ["a DOCTYPE", { metadata: '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>' }, "metadata"],
    ["metadata without a provider", { metadata: "<x/>" }, "metadata"],
    ["two sources", { metadata: "<x/>", entityId: "a" }, "metadata"],
    ["an address of plain http", { metadataUrl: "http://idp.example.com/" }, "metadataUrl"],
    ["an address that refuses", { metadataUrl: "https://127.0.0.1:1/" }, "metadataUrl"],
    ["a field of OpenID Connect", { issuer: "https://idp.example.com" }, "issuer"],
    [
      "a short key",
      { entityId: "a", signInUrl: providerSignIn, certificates: [makeSigner({ bits: 1024 }).cert] },
      "certificates[0]",
    ],
  ];

  it.each(bad)("is refused with %s, and the refusal is audited", async (_, fields, field) => {
    const refused = await scene.send("POST", "", { name: "Bad", protocol: "saml", ...fields });
    expect(refused.body).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(refused.body["errors"]).toMatchObject([{ field }]);
    const [entry] = await audit("sso.connection_create_failed");
    expect(entry).toMatchObject({ result: "refused", actor: { type: "user" } });
  });

  it("is of those who manage security", async () => {
    const member = await makeMember(scene.testApp, scene.organization, "member");
    const path = "/api/sso/connections";
    const refused = await request(scene.testApp, { method: "GET", path, key: member.key });
    expect(refused.body).toMatchObject({ status: 403, code: "ROLE_INSUFFICIENT" });
    const other = await openSsoScene(scene.testApp);
    const { id } = await connectSaml(other);
    expect((await scene.send("GET", `/${id}`)).status).toBe(404);
    expect((await scene.send("GET", `/${id}/attempts`)).status).toBe(404);
  });

  it("has one name once, and is deleted with its trace", async () => {
    const { id, name } = await connectSaml(scene);
    const metadata = makeMetadata(providerId, providerSignIn, [scene.signer]);
    const again = await scene.send("POST", "", { name, protocol: "saml", metadata });
    expect(again.body["code"]).toBe("NAME_TAKEN");
    expect((await scene.send("DELETE", `/${id}`)).status).toBe(204);
    expect((await scene.send("GET", `/${id}`)).status).toBe(404);
    expect(await audit("sso.connection_deleted")).not.toEqual([]);
  });

  it("is activated only after a successful test of the present configuration", async () => {
    const made = await connectSaml(scene);
    const early = await scene.send("POST", `/${made.id}/activate`, {});
    expect(early.body).toMatchObject({ status: 409, code: "SSO_TRANSITION_REFUSED" });
    await activate(scene, made);
    const [entry] = await audit("sso.connection_activated");
    expect(entry).toMatchObject({ target: { id: made.id }, actor: { type: "user" } });
    const { rowVersion } = await read(made.id);
    const signInUrl = "https://idp.example.com/other";
    const moved = await scene.send("PATCH", `/${made.id}`, { signInUrl, rowVersion });
    expect(moved.body).toMatchObject({ status: "draft", testedAt: null });
  });

  it("stays active with an additional certificate, and becomes a draft without the old one", async () => {
    const made = await connectSaml(scene);
    await activate(scene, made);
    const next = makeSigner({ name: "next" });
    const change = async (certificates: string[]) => {
      const { rowVersion } = await read(made.id);
      return scene.send("PATCH", `/${made.id}`, { certificates, rowVersion });
    };
    const both = await change([scene.signer.cert, next.cert]);
    expect(both.body).toMatchObject({ status: "active" });
    expect((await testConnection(scene, made, { signer: next })).status).toBe(200);
    const replaced = await change([next.cert]);
    expect(replaced.body).toMatchObject({ status: "draft", testedAt: null });
  });

  it("lets the provider begin a sign-in only where that is allowed, and each assertion once", async () => {
    const made = await connectSaml(scene, { isIdpInitiatedAllowed: true });
    await activate(scene, made);
    await addPerson(scene, "idp");
    const nameId = `idp@${scene.domain}`;
    const xml = makeResponse({
      ...answerTo(scene, made, { inResponseTo: "" }, { nameId }),
      inResponseTo: null,
    });
    const { acsUrl } = made.serviceProvider;
    const first = await postResponse(scene.testApp, acsUrl, { xml, relayState: "/anything" });
    expect(first.status).toBe(303);
    const again = await postResponse(scene.testApp, acsUrl, { xml });
    expect(again.body).toMatchObject({ code: "SSO_REFUSED", reason: "SAML_REPLAYED" });
  });

  it("rolls a certificate over when the provider changes it, without a failed sign-in", async () => {
    let signers = [scene.signer];
    await using server = await openTestServer((_, response, origin) =>
      response.end(makeMetadata(providerId, `${origin}/sso`, signers)),
    );
    const name = `Rolling ${crypto.randomUUID()}`;
    const metadataUrl = `${server.origin}/metadata`;
    const made = (await scene.send("POST", "", { name, protocol: "saml", metadataUrl }))
      .body as unknown as SsoConnection;
    await activate(scene, made);
    await addPerson(scene, "roll");
    await agePastPause(made.id);
    const next = makeSigner({ name: "next" });
    signers = [next];
    const begun = await beginSaml(scene.testApp, made.serviceProvider.signInUrl);
    const xml = makeResponse(
      answerTo(scene, made, begun, { signer: next, nameId: `roll@${scene.domain}` }),
    );
    const answer = await postResponse(scene.testApp, made.serviceProvider.acsUrl, {
      xml,
      ...begun,
    });
    expect(answer.status).toBe(303);
    const { saml, status } = await read(made.id);
    expect(status).toBe("active");
    expect(saml?.certificates).toHaveLength(2);
    expect(saml?.certificates[1]?.retiredAt).not.toBeNull();
    expect(await audit("sso.metadata_refreshed")).not.toEqual([]);
  });

  it("fails after three answers in a row that the provider itself got wrong", async () => {
    const made = await connectSaml(scene);
    await activate(scene, made);
    const { signInUrl, acsUrl } = made.serviceProvider;
    for (let count = 1; count <= 3; count += 1) {
      const begun = await beginSaml(scene.testApp, signInUrl);
      const wrong = { audience: "https://other.example.com" };
      const xml = makeResponse(answerTo(scene, made, begun, wrong));
      await postResponse(scene.testApp, acsUrl, { xml, ...begun });
      expect((await read(made.id)).failedHandshakes).toBe(count);
    }
    expect(await read(made.id)).toMatchObject({ status: "error", failure: "handshakes" });
    const begun = await request(scene.testApp, {
      method: "GET",
      path: new URL(signInUrl).pathname,
    });
    expect(begun.status).toBe(401);
    expect(begun.text).toContain("SSO_REFUSED");
    expect((await testConnection(scene, made)).status).toBe(200);
    expect(await read(made.id)).toMatchObject({ status: "active", failedHandshakes: 0 });
  });

  it("is not ended by answers that anyone can forge", async () => {
    const made = await connectSaml(scene);
    await activate(scene, made);
    for (let count = 0; count < 4; count += 1) {
      const begun = await beginSaml(scene.testApp, made.serviceProvider.signInUrl);
      const xml = makeResponse(answerTo(scene, made, begun, { signer: makeSigner() }));
      await postResponse(scene.testApp, made.serviceProvider.acsUrl, { xml, ...begun });
    }
    expect(await read(made.id)).toMatchObject({ status: "active", failedHandshakes: 0 });
  });

  it("keeps the last 50 attempts, with personal data masked", async () => {
    const made = await connectSaml(scene);
    const { acsUrl } = made.serviceProvider;
    for (let count = 0; count < 52; count += 1) await postResponse(scene.testApp, acsUrl, {});
    const { totalCount } = (await scene.send("GET", `/${made.id}/attempts`)).body;
    expect(totalCount).toBe(50);
    await testConnection(scene, made, { attributes: { displayName: ["Ann Example"] } });
    const attempt = await lastAttempt(scene, made.id);
    expect(attempt).toMatchObject({ isTest: true, result: "success", reason: null });
    expect(attempt.received["NameID"]).toEqual([`a***@${scene.domain}`]);
    expect(JSON.stringify(attempt)).not.toContain("Ann Example");
    expect(attempt.steps.map(({ step }) => step)).toEqual([
      "request",
      "message",
      "signature",
      "issuer",
      "assertion",
      "person",
      "domain",
      "singleUse",
    ]);
  });
});

/** Metadata is read again for a sign-in once a minute. */
async function agePastPause(id: string): Promise<void> {
  const db = await scene.testApp.cells.eu.platform.database();
  const metadataReadAt = new Date(Date.now() - 3600_000);
  await db.updateTable("ssoConnection").set({ metadataReadAt }).where("id", "=", id).execute();
}
