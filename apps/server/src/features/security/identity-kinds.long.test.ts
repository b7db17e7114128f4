import { readClientName, startCertifiedServer } from "@lintel/egress/testing/certified-server";
import { makeCertificate } from "@lintel/egress/testing/make-certificate";
import { demoCustomers } from "@lintel/bookshop/store/demo-credentials";
import { beforeAll, describe, expect, it } from "vitest";
import type { ResponseBody } from "../../testing/request.ts";
import { makeScanScene, startShop, type ScanScene } from "../../testing/scan-scene.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const { cert: ca, key: serverKey } = makeCertificate("api.example");
const make = (name: string) => {
  const { cert, key } = makeCertificate(name);
  return { certificate: cert, key };
};
const [alice, bob] = [make("alice"), make("bob")];

let app: TestApp;
let scene: ScanScene;

beforeAll(async () => {
  const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 } as const]);
  app = await buildTestApp({ name: "identity-kinds", egress: { ca, resolve } });
  scene = await makeScanScene(app);
  return () => app.close();
});

const base = () => `/api/projects/${scene.projectId}`;
const create = async (path: string, body: object): Promise<ResponseBody> => {
  const answer = await scene.send({ method: "POST", path: `${base()}/${path}`, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const plan = async ({ id }: ResponseBody): Promise<ResponseBody> =>
  (await scene.send({ method: "POST", path: `/scan-profiles/${String(id)}/plan` })).body;
const refuse = async (fields: object) => {
  const body = { name: crypto.randomUUID(), specVersionId: scene.specVersionId, ...fields };
  const answer = await scene.send({ method: "POST", path: "/scan-profiles", body });
  expect(answer.status, answer.text).toBe(400);
  return answer.body["errors"] as unknown as { field: string; message: string }[];
};

describe("an identity whose token a case of a suite extracts", () => {
  const signIn = (suite: ResponseBody, name: "alice" | "bob", password?: string) => ({
    name,
    auth: {
      type: "suiteCase",
      suiteId: suite["id"],
      caseName: "Log in",
      variable: "token",
      variables: {
        email: demoCustomers[name].email,
        password: password ?? demoCustomers[name].password,
      },
    },
  });
  async function makeSuite(): Promise<ResponseBody> {
    const suite = await create("suites", { name: crypto.randomUUID() });
    await create(`suites/${String(suite["id"])}/cases`, {
      name: "Log in",
      request: {
        method: "POST",
        url: "/customers/login",
        body: { type: "json", value: { email: "{{email}}", password: "{{password}}" } },
      },
      extractions: [{ name: "token", source: "jsonPath", path: "$.accessToken" }],
    });
    return suite;
  }

  it("signs in, finds what one reads of another, and shows no secret", async () => {
    await using shop = await startShop(["bola"]);
    const suite = await makeSuite();
    const profile = await scene.makeProfile({
      environmentId: await scene.makeEnvironment(shop.url),
      identities: [signIn(suite, "alice"), signIn(suite, "bob")],
      scannerIds: ["object-reading"],
    });
    expect(profile["identities"]).toMatchObject([
      { name: "alice", auth: { type: "suiteCase", caseName: "Log in", variables: null } },
      { name: "bob" },
    ]);
    const run = await scene.waitForEnd(await scene.start(profile));
    expect(run).toMatchObject({ status: "completed", errorMessage: null });
    const query = `?scanRunId=${String(run["id"])}`;
    const findings = await scene.send({ method: "GET", path: `/findings${query}` });
    expect(findings.body["items"]).toMatchObject([
      { guidanceId: "SVC01001", path: "/orders/{orderId}" },
    ]);
    expect(shop.requests.filter((one) => one === "POST /customers/login")).toHaveLength(2);
  });

  it("is named in the pre-flight with the case that fails, and when its suite is gone", async () => {
    await using shop = await startShop();
    const suite = await makeSuite();
    const profile = await scene.makeProfile({
      environmentId: await scene.makeEnvironment(shop.url),
      identities: [signIn(suite, "alice"), signIn(suite, "bob", "not-the-password")],
    });
    const [works, fails] = (await plan(profile))["identities"] as unknown as ResponseBody[];
    expect(works).toEqual({ name: "alice", works: true, reason: null });
    expect(fails).toMatchObject({ name: "bob", works: false });
    expect(fails?.["reason"]).toMatch(/^bob could not sign in with the case "Log in": .*401/);
    expect(fails?.["reason"]).not.toContain("not-the-password");
    await scene.send({ method: "DELETE", path: `${base()}/suites/${String(suite["id"])}` });
    const [gone] = (await plan(profile))["identities"] as unknown as ResponseBody[];
    expect(gone).toMatchObject({ works: false });
    expect(gone?.["reason"]).toContain("the suite was deleted");
  });

  it("needs a case that exists and extracts the variable, and keeps its secrets for one address", async () => {
    const suite = await makeSuite();
    const environmentId = await scene.makeEnvironment("https://one.example.com");
    const own = signIn(suite, "alice");
    const changed = (auth: object) => ({
      environmentId,
      identities: [{ ...own, auth: { ...own.auth, ...auth } }],
    });
    const at = "identities[0].auth";
    expect(await refuse(changed({ caseName: "Sign in" }))).toMatchObject([
      { field: `${at}.caseName`, message: expect.stringContaining("Sign in") as string },
    ]);
    expect(await refuse(changed({ variable: "jwt" }))).toMatchObject([{ field: `${at}.variable` }]);
    expect(await refuse(changed({ suiteId: crypto.randomUUID() }))).toMatchObject([
      { field: `${at}.suiteId` },
    ]);
    const profile = await scene.makeProfile(changed({}));
    const elsewhere = await scene.makeEnvironment("https://two.example.com");
    const path = `/scan-profiles/${String(profile["id"])}`;
    const { rowVersion } = profile;
    const moved = { rowVersion, environmentId: elsewhere };
    expect((await scene.send({ method: "PATCH", path, body: moved })).status).toBe(400);
    const without = await scene.makeProfile(changed({ variables: null }));
    const answer = await scene.send({
      method: "PATCH",
      path: `/scan-profiles/${String(without["id"])}`,
      body: { rowVersion: without["rowVersion"], environmentId: elsewhere },
    });
    expect(answer.status, answer.text).toBe(200);
  });
});

describe("an identity with a client certificate", () => {
  const toIdentity = (name: string, auth: object) => ({
    name,
    auth: { type: "clientCertificate", ...auth },
  });

  it("is shown to the target alone, and never returned", async () => {
    const options = { clients: [alice.certificate, bob.certificate], refuses: true };
    await using server = await startCertifiedServer(
      { ...options, name: "api.example", own: { cert: ca, key: serverKey } },
      (request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ caller: readClientName(request) }));
      },
    );
    const fields = { environmentId: await scene.makeEnvironment(server.origin) };
    const identities = [
      toIdentity("alice", alice),
      toIdentity("bob", bob),
      toIdentity("mallory", make("mallory")),
    ];
    const profile = await scene.makeProfile({ ...fields, identities });
    expect(JSON.stringify(profile)).not.toContain("BEGIN");
    expect(profile["identities"]).toMatchObject([
      { auth: { type: "clientCertificate", certificate: null, key: null } },
      {},
      {},
    ]);
    const { identities: tried } = await plan(profile);
    expect(tried).toMatchObject([
      { name: "alice", works: true },
      { name: "bob", works: true },
      { name: "mallory", works: false },
    ]);
    expect(new Set(server.connections)).toEqual(new Set(["alice", "bob"]));
  });

  it("needs a certificate and its key", async () => {
    const fields = { environmentId: await scene.makeEnvironment("https://one.example.com") };
    const at = "identities[0].auth";
    const cases: [object, string][] = [
      [{ certificate: alice.certificate }, `${at}.key`],
      [{ key: alice.key }, `${at}.certificate`],
      [{ certificate: "alice", key: alice.key }, `${at}.certificate`],
      [{ certificate: alice.certificate, key: bob.key }, `${at}.key`],
      [{}, `${at}.certificate`],
    ];
    for (const [auth, field] of cases)
      expect(await refuse({ ...fields, identities: [toIdentity("alice", auth)] })).toMatchObject([
        { field },
      ]);
  });
});
