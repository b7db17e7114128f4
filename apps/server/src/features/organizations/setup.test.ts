import { describe, expect, it } from "vitest";
import { openPage, submit } from "../../testing/browser.ts";
import { callAsOperator } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const fields = {
  organization: "Acme Corporation",
  name: "Ada",
  email: "ada@example.com",
  password: "a sentence that is long enough",
};

async function findLink(testApp: TestApp, region: "eu" | "us"): Promise<string> {
  const { link } = await callAsOperator(testApp, region, null, "makeSetupCode", {});
  return new URL(link).pathname;
}

const newBrowser = (region: "eu" | "us") => ({ region, cookies: new Map<string, string>() });

/** Empties a region of its test database, which other tests filled. */
async function empty(testApp: TestApp, region: "eu" | "us"): Promise<void> {
  const db = await testApp.cells[region].platform.database();
  await db.deleteFrom("organization").execute();
}

describe("the set-up", () => {
  it.each(["eu", "us"] as const)(
    "of region %s makes the first organization, whose owner is then signed in",
    async (region) => {
      const testApp = await buildTestApp({ name: "set-up" });
      try {
        await empty(testApp, region);
        const link = await findLink(testApp, region);
        expect(link.startsWith("/us/")).toBe(region === "us");
        expect((await openPage(testApp, newBrowser(region), link)).status).toBe(200);
        const browser = newBrowser(region);
        const made = await submit(testApp, browser, link, fields);
        expect(made.status).toBe(303);
        const session = browser.cookies.get(`__Host-lintel-${region}`) ?? "";
        const headers = { "x-svc-organization": "acme-corporation" };
        const own = await request(testApp, {
          method: "GET",
          path: "/api/me",
          session,
          region,
          headers,
        });
        expect(own.body["user"]).toMatchObject({ email: "ada@example.com", role: "owner" });
        const again = await submit(testApp, newBrowser(region), link, fields);
        expect(again.status).toBe(409);
        expect(again.text).toContain("Sign in, or ask an owner");
      } finally {
        await testApp.close();
      }
    },
    120_000,
  );

  it("leads to the web app, or to the page of the organization where the app is not served", async () => {
    const files = {
      script: "main.js",
      themeScript: "theme.js",
      styles: [],
      preloads: [],
      folders: [],
    };
    for (const [webApp, target] of [
      [{ id: "0123456789abcdef", ...files }, "/"],
      [undefined, "/account/organizations/acme-corporation"],
    ] as const) {
      const testApp = await buildTestApp({ name: "set-up", ...(webApp && { webApp }) });
      try {
        await empty(testApp, "eu");
        const link = await findLink(testApp, "eu");
        const made = await submit(testApp, newBrowser("eu"), link, fields);
        expect(made.headers["location"]).toBe(target);
      } finally {
        await testApp.close();
      }
    }
  }, 120_000);

  it("refuses a code that was changed, is of another region, or is older than a day", async () => {
    const testApp = await buildTestApp({ name: "set-up" });
    try {
      await empty(testApp, "eu");
      const { setupCodes, clock } = testApp.cells.eu.platform;
      const now = clock.now();
      const good = setupCodes.make(now);
      const old = setupCodes.make(new Date(now.getTime() - 25 * 3_600_000));
      const foreign = testApp.cells.us.platform.setupCodes.make(now);
      for (const code of [`${good}x`, `z${good}`, old, foreign, "x", "x.y"]) {
        const answer = await submit(testApp, newBrowser("eu"), `/set-up/${code}`, fields);
        expect(answer.status, code).toBe(400);
      }
      expect((await submit(testApp, newBrowser("eu"), `/set-up/${good}`, fields)).status).toBe(303);
    } finally {
      await testApp.close();
    }
  }, 120_000);

  it("makes one organization of two simultaneous forms", async () => {
    const testApp = await buildTestApp({ name: "set-up" });
    try {
      await empty(testApp, "eu");
      const link = await findLink(testApp, "eu");
      const answers = await Promise.all(
        [1, 2].map((at) =>
          submit(testApp, newBrowser("eu"), link, { ...fields, organization: `Acme ${at}` }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    } finally {
      await testApp.close();
    }
  }, 120_000);
});
