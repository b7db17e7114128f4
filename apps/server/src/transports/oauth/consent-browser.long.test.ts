import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestServer } from "../../features/sso/testing/open-provider.ts";
import { checkLook } from "../../testing/check-look.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import {
  callAsOperator,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { createOauthClient, type OauthClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

describe.skipIf(!hasBrowser).each(["eu", "us"] as const)(
  "the pages of a client's request in a browser, in region %s",
  (region) => {
    const prefix = region === "us" ? "/us" : "";
    let testApp: TestApp;
    let origin: string;
    let first: MadeOrganization;
    let second: MadeOrganization;
    let browser: Awaited<ReturnType<typeof launchBrowser>>;

    beforeAll(async () => {
      testApp = await buildTestApp({ name: `consent_${region}` });
      const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
      origin = address.replace("127.0.0.1", "localhost");
      first = await makeOrganization(testApp, { region });
      second = await makeOrganization(testApp, { region });
      await makeProject(testApp, first, "A project whose name is as long as names of projects are");
      const { email } = first.owner;
      const fields = { email, name: "Olive", role: "member" } as const;
      await callAsOperator(testApp, region, second.id, "addMember", fields);
      await setPassword();
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await testApp.close();
    });

    /** A page without a session. axe is injected, which the policy of the pages forbids to everything else. */
    const newPage = async () => (await browser.newContext({ bypassCSP: true })).newPage();

    async function register(metadata: object): Promise<OauthClient> {
      const response = await testApp.app.inject({
        method: "POST",
        url: `${prefix}/oauth/register`,
        payload: { client_name: "Assistant of the test", ...metadata },
      });
      const { client_id: id } = JSON.parse(response.payload) as { client_id: string };
      return createOauthClient(testApp, id, region);
    }

    /** Answers the page for sign-in, to which a page leads. */
    async function signIn(page: Page): Promise<void> {
      expect(new URL(page.url()).pathname).toBe(`${prefix}/sign-in`);
      await checkLook(page);
      await page.getByLabel("E-mail address").fill(first.owner.email);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    }

    async function setPassword(): Promise<void> {
      const { userId } = first.owner;
      const fields = { userId };
      const { link } = await callAsOperator(testApp, region, first.id, "makePasswordReset", fields);
      await createBrowser(testApp, region).post(new URL(link).pathname, { password });
    }

    it("sign in, choose an organization, allow and come back to the client", async () => {
      const answers: URL[] = [];
      await using receiver = await openTestServer((incoming, response) => {
        answers.push(new URL(incoming.url ?? "", "http://localhost"));
        response.writeHead(200, { "content-type": "text/html" }).end("<p>Back</p>");
      });
      const redirectUri = `${receiver.origin}/callback`;
      const client = await register({ redirect_uris: [redirectUri] });
      const page = await newPage();
      await page.goto(origin + client.authorizeUrl({ redirect_uri: redirectUri }));
      await signIn(page);
      await page.getByText("wants to use Lintel in your name").waitFor();
      await checkLook(page);
      await page.locator(`input[value="${first.slug}"]`).check();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("group", { name: "It may" }).waitFor();
      await checkLook(page);
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("Back").waitFor();
      const answer = answers.find(({ pathname }) => pathname === "/callback")?.searchParams;
      const code = answer?.get("code") ?? "";
      expect(answer?.get("iss")).toBe(origin + prefix);
      const { body } = await client.exchange(code, { redirect_uri: redirectUri });
      expect(body["access_token"]).toMatch(/^svc_oauth_/);
    }, 240_000);

    it("name the app of a private scheme, and answer no other browser", async () => {
      const client = await register({ redirect_uris: ["cursor://anysphere.example/callback"] });
      const page = await newPage();
      const asked = { redirect_uri: "cursor://anysphere.example/callback" };
      await page.goto(origin + client.authorizeUrl(asked));
      await signIn(page);
      await page.getByText("cursor://anysphere.example").waitFor();
      const address = page.url();
      const other = await newPage();
      await other.goto(address);
      await signIn(other);
      await other.getByText("begun in another browser").waitFor();
      await checkLook(other);
    }, 240_000);

    it("connect a device by its code", async () => {
      const client = await register({ redirect_uris: [], grant_types: [deviceGrant] });
      const started = await testApp.app.inject({
        method: "POST",
        url: `${prefix}/oauth/device/authorize`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: `client_id=${client.clientId}&scope=specs:read+projects:read`,
      });
      const codes = JSON.parse(started.payload) as { device_code: string; user_code: string };
      const page = await newPage();
      await page.goto(`${origin}${prefix}/oauth/device`);
      await signIn(page);
      await page.getByLabel("Code").fill("WRON-GONE");
      await checkLook(page);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("alert").waitFor();
      await checkLook(page);
      await page.getByLabel("Code").fill(codes.user_code);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("It runs on another device").waitFor();
      await page.locator(`input[value="${second.slug}"]`).check();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("checkbox", { name: "projects:read" }).uncheck();
      await checkLook(page);
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("Return to the device").waitFor();
      await checkLook(page);
      const fields = { grant_type: deviceGrant, device_code: codes.device_code };
      const { body } = await client.token(fields);
      expect(body["scope"]).toBe("specs:read");
    }, 240_000);
  },
);
