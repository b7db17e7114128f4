import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openPage, signInAs, submit } from "../../testing/browser.ts";
import { checkLook } from "../../testing/check-look.ts";
import { hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { makeMember, makeOrganization } from "../../testing/factories.ts";
import { makeScimClient } from "../../testing/scim-client.ts";
import { buildTestApp, useTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

/** A person of one organization whom another one provisioned. */
async function openScene(testApp: TestApp) {
  const home = await makeOrganization(testApp);
  const person = await makeMember(testApp, home, "member");
  const scim = await makeScimClient(testApp);
  const path = `/Users/${await scim.makeUser(person.email)}`;
  const browser = await signInAs(testApp, home, person, password);
  const { id, slug } = scim.organization;
  const showsOrganization = async () => {
    const { text } = await openPage(testApp, browser, "/account");
    return {
      isAsked: text.includes(`value="${id}"`),
      isMember: text.includes(`/account/organizations/${slug}"`),
    };
  };
  const answer = (action: "accept" | "decline") =>
    submit(testApp, browser, `/account/memberships/${action}`, { id });
  return { scim, path, browser, showsOrganization, answer };
}

describe("a membership that waits for a person", () => {
  it("begins when the person accepts it on the page of the account", async () => {
    const { showsOrganization, answer } = await openScene(await useTestApp());
    expect(await showsOrganization()).toEqual({ isAsked: true, isMember: false });
    expect((await answer("accept")).status).toBe(303);
    expect(await showsOrganization()).toEqual({ isAsked: false, isMember: true });
    expect((await answer("accept")).status).toBe(404);
    expect((await answer("decline")).status).toBe(404);
  });

  it("is inactive once the person declines it, until the provider asks again", async () => {
    const { scim, path, showsOrganization, answer } = await openScene(await useTestApp());
    expect((await answer("decline")).status).toBe(303);
    expect(await showsOrganization()).toEqual({ isAsked: false, isMember: false });
    expect((await scim.send("GET", path)).body["active"]).toBe(false);
    expect((await answer("accept")).status).toBe(404);
    await scim.patch(path, { op: "replace", path: "active", value: true });
    expect(await showsOrganization()).toEqual({ isAsked: true, isMember: false });
  });

  it("is answered only from a page of the server", async () => {
    const testApp = await useTestApp();
    const { browser, scim, showsOrganization } = await openScene(testApp);
    const fields = { id: scim.organization.id };
    const headers = { origin: `https://${randomUUID()}.example` };
    const foreign = await submit(testApp, browser, "/account/memberships/accept", fields, headers);
    expect(foreign.status).toBe(403);
    expect(await showsOrganization()).toEqual({ isAsked: true, isMember: false });
  });

  it.skipIf(!hasBrowser)(
    "is accepted in a browser without scripts, in both themes",
    async () => {
      const testApp = await buildTestApp({ name: "memberships" });
      const chromium = await launchBrowser();
      try {
        const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
        const origin = address.replace("127.0.0.1", "localhost");
        const { browser, scim } = await openScene(testApp);
        const cookies = [...browser.cookies].map(([name, value]) => {
          const policy = { httpOnly: true, secure: true, sameSite: "Lax" as const };
          return { name, value, domain: "localhost", path: "/", ...policy };
        });
        const looked = await chromium.newContext({ bypassCSP: true });
        await looked.addCookies(cookies);
        const page = await looked.newPage();
        await page.goto(`${origin}/account`);
        expect(await page.textContent("main")).toContain("Organizations that wait for you");
        await checkLook(page);
        const plain = await chromium.newContext({ javaScriptEnabled: false });
        await plain.addCookies(cookies);
        const form = await plain.newPage();
        await form.goto(`${origin}/account`);
        await form.getByRole("button", { name: /^Accept / }).click();
        const { slug } = scim.organization;
        expect(await form.content()).toContain(`/account/organizations/${slug}"`);
        expect(await form.content()).not.toContain("Organizations that wait for you");
      } finally {
        await chromium.close();
        await testApp.close();
      }
    },
    180_000,
  );
});
