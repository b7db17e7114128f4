import { dayMs } from "../../platform/day-ms.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { consent, registerTestClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { oauthCleanup } from "./oauth-cleanup.schedule.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "oauth-cleanup" });
});

afterAll(() => testApp.close());

it("deletes expired tokens and idle clients, and ends grants without tokens", async () => {
  const { platform } = testApp.cells.eu;
  const organization = await makeOrganization(testApp);
  const browser = createBrowser(testApp);
  await browser.signIn(organization.owner.userId);
  const idle = await registerTestClient(testApp);
  const used = await registerTestClient(testApp);
  const answer = await consent(browser, used.authorizeUrl(), organization);
  await used.exchange(answer.get("code") ?? "");
  const db = await platform.database();
  const cleanAfter = async (days: number) => {
    const now = () => new Date(Date.now() + days * dayMs);
    const later = { ...platform, clock: { ...platform.clock, now } };
    await oauthCleanup(later).run(db, AbortSignal.timeout(10_000));
    const kinds = await db.selectFrom("oauthArtifact").select("kind").execute();
    const clients = await db.selectFrom("oauthClient").select("id").execute();
    const grant = await db.selectFrom("oauthGrant").selectAll().executeTakeFirstOrThrow();
    return {
      kinds: kinds.map(({ kind }) => kind).sort(),
      clients: clients.map(({ id }) => id).sort(),
      isRevoked: grant.revokedAt !== null,
    };
  };
  const both = [idle.clientId, used.clientId].sort();
  const refreshable = { kinds: ["RefreshToken"], clients: both, isRevoked: false };
  expect(await cleanAfter(1)).toEqual(refreshable);
  expect(await cleanAfter(31)).toEqual({ kinds: [], clients: [], isRevoked: true });
});
