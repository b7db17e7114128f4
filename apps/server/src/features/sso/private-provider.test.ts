import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "@lintel/egress/testing/make-certificate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

// A provider at an address that egress refuses: nothing is sent there. Names that resolve to another
// address later are tried in the tests of egress, which asks once and connects to what it checked.

const { cert, key } = makeCertificate("idp.example");
let reached = 0;
const site = createServer({ cert, key }, (_, response) => {
  reached += 1;
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
site.on("connection", () => (reached += 1));
let port: number;
let testApp: TestApp;
let organization: MadeOrganization;
interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Another address that the DNS answers first. */
let publicAddress: Address | null = null;

const resolve = (): Promise<Address[]> =>
  Promise.resolve([
    ...(publicAddress === null ? [] : [publicAddress]),
    { address: "127.0.0.1", family: 4 },
  ]);

beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  ({ port } = site.address() as AddressInfo);
  const egress = { ca: cert, resolve };
  testApp = await buildTestApp({ name: "private-provider", egress, egressAllow: "" });
  organization = await makeOrganization(testApp);
});
afterAll(async () => {
  await testApp.close();
  site.close();
});
beforeEach(() => (reached = 0));

const connect = (fields: object) =>
  request(testApp, {
    method: "POST",
    path: "/api/sso/connections",
    key: organization.owner.key,
    body: { name: "Private", ...fields },
  });
const saml = (host: string) => ({
  protocol: "saml",
  metadataUrl: `https://${host}:${port}/metadata`,
});
const oidc = (host: string) => ({
  protocol: "oidc",
  issuer: `https://${host}:${port}`,
  clientId: "lintel",
  clientSecret: "secret",
});

describe("the address of a provider", () => {
  it.each(["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost", "idp.example"])(
    "is refused at %s, to which nothing is sent",
    async (host) => {
      for (const fields of [saml(host), oidc(host)]) {
        const { status, body } = await connect(fields);
        expect([status, body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
      }
      expect(reached).toBe(0);
    },
  );

  it("is refused if a name has a private address as well as a public one", async () => {
    publicAddress = { address: "192.0.2.1", family: 4 };
    for (const fields of [saml("both.example"), oidc("both.example")])
      expect((await connect(fields)).status).toBe(400);
    publicAddress = null;
    expect(reached).toBe(0);
  });
});
