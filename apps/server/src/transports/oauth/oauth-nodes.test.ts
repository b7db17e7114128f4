import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser, type TestBrowser } from "../../testing/page-browser.ts";
import { makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import {
  consent,
  createOauthClient,
  registerTestClient,
  type OauthClient,
} from "../../testing/oauth-client.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";

const tries = 30;
/** Two nodes of one region; null if there is no database that they could share. */
let nodes: readonly [TestApp, TestApp] | null = null;
let organization: MadeOrganization;
let browser: TestBrowser;
let clients: readonly [OauthClient, OauthClient];

beforeAll(async () => {
  const sharedLocation = await makeSharedDatabase("oauth_nodes");
  if (sharedLocation === null) return;
  const first = await buildTestApp({ name: "oauth_first", sharedLocation });
  const second = await buildTestApp({ name: "oauth_second", sharedLocation });
  organization = await makeOrganization(first);
  browser = createBrowser(first);
  await browser.signIn(organization.owner.userId);
  const client = await registerTestClient(first);
  clients = [client, createOauthClient(second, client.clientId)];
  nodes = [first, second];
});

afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.close()) ?? []);
});

const newCode = async () =>
  (await consent(browser, clients[0].authorizeUrl(), organization)).get("code") ?? "";

describe("two nodes that get the same request at the same time", () => {
  it("exchange a code once", { timeout: 120_000 }, async ({ skip }) => {
    if (nodes === null) {
      skip("No PostgreSQL server answers.");
      return;
    }
    for (let at = 0; at < tries; at += 1) {
      const code = await newCode();
      const { verifier } = clients[0];
      const answers = await Promise.all(
        clients.map((client) => client.exchange(code, { code_verifier: verifier })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it(
    "exchange a refresh token once, and both answer with the same tokens",
    { timeout: 120_000 },
    async ({ skip }) => {
      if (nodes === null) {
        skip("No PostgreSQL server answers.");
        return;
      }
      let token = String((await clients[0].exchange(await newCode())).body["refresh_token"]);
      const db = await nodes[0].cells.eu.platform.database();
      const countOf = async () =>
        (
          await db
            .selectFrom("oauthArtifact")
            .select("digest")
            .where("kind", "=", "RefreshToken")
            .execute()
        ).length;
      for (let at = 0; at < tries; at += 1) {
        const before = await countOf();
        const [one, two] = await Promise.all(clients.map((client) => client.refresh(token)));
        expect(one?.status).toBe(200);
        expect(two).toEqual(one);
        expect(await countOf()).toBe(before + 1);
        token = String(one?.body["refresh_token"]);
      }
    },
  );
});
