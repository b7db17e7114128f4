import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "@lintel/egress/testing/make-certificate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { consent, createOauthClient } from "../../testing/oauth-client.ts";
import { createBrowser, type TestBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const { cert, key } = makeCertificate("client.example");
let documents: Readonly<Record<string, unknown>> = {};
let reached = 0;
const site = createServer({ cert, key }, (request, response) => {
  reached += 1;
  const document = documents[request.url ?? ""];
  response.writeHead(document === undefined ? 302 : 200, {
    "content-type": "application/json",
    location: "/client.json",
  });
  response.end(document === undefined ? "" : JSON.stringify(document));
});
let origin: string;
let open: TestApp;
let closed: TestApp;
let organization: MadeOrganization;
let browser: TestBrowser;

beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  origin = `https://client.example:${(site.address() as AddressInfo).port}`;
  const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 } as const]);
  const egress = { ca: cert, resolve };
  open = await buildTestApp({ name: "oauth-document", egress });
  closed = await buildTestApp({ name: "oauth-document-closed", egress, egressAllow: "" });
  organization = await makeOrganization(open);
  browser = createBrowser(open);
  await browser.signIn(organization.owner.userId);
});

afterAll(async () => {
  await Promise.all([open.close(), closed.close()]);
  site.closeAllConnections();
  site.close();
});

const describeClient = (path: string, changed: object = {}) => ({
  client_id: origin + path,
  client_name: "Documented",
  redirect_uris: ["http://127.0.0.1/callback", "documented://callback"],
  token_endpoint_auth_method: "none",
  ...changed,
});

describe("a client that is known by its metadata document", () => {
  it("is named with the owner of its domain, and gets tokens", async () => {
    documents = { "/client.json": describeClient("/client.json") };
    const client = createOauthClient(open, `${origin}/client.json`);
    const { location } = await browser.get(client.authorizeUrl());
    const page = await browser.get(location ?? "");
    expect(page.text).toContain("Documented");
    expect(page.text).toContain(`The owner of <strong>${new URL(origin).host}</strong>`);
    const answer = await consent(browser, client.authorizeUrl(), organization);
    const tokens = await client.exchange(answer.get("code") ?? "");
    expect(tokens.status).toBe(200);
    expect((await client.refresh(String(tokens.body["refresh_token"]))).status).toBe(200);
    const native = client.authorizeUrl({ redirect_uri: "documented://callback" });
    const { headers } = await browser.get((await browser.get(native)).location ?? "");
    expect(headers["content-security-policy"]).toContain("form-action 'self' documented:");
  });

  it.each([
    ["names another client", "/other.json", { client_id: "https://other.example/client.json" }],
    ["has no redirect address", "/none.json", { redirect_uris: [] }],
    [
      "has a redirect address without TLS",
      "/plain.json",
      { redirect_uris: ["http://shop.example/"] },
    ],
    ["has a script as an address", "/script.json", { redirect_uris: ["javascript:alert(1)"] }],
  ])("is refused where the document %s", async (_, path, changed) => {
    documents = { [path]: describeClient(path, changed) };
    const answer = await browser.get(createOauthClient(open, origin + path).authorizeUrl());
    expect(answer).toMatchObject({ status: 400, location: null });
  });

  it("is refused where the document is a redirect", async () => {
    documents = { "/client.json": describeClient("/moved.json") };
    const answer = await browser.get(
      createOauthClient(open, `${origin}/moved.json`).authorizeUrl(),
    );
    expect(answer.status).toBe(400);
  });

  it.each(["client.example", "127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "localhost"])(
    "is refused at the private address %s, which nothing asks",
    async (host) => {
      documents = { "/client.json": describeClient("/client.json") };
      const before = reached;
      const clientId = `https://${host}:${new URL(origin).port}/client.json`;
      const url = createOauthClient(closed, clientId).authorizeUrl();
      const answer = await createBrowser(closed).get(url);
      expect(answer).toMatchObject({ status: 400, location: null });
      expect(reached).toBe(before);
    },
  );
});
