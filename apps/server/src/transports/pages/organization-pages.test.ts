import { describe, expect, it } from "vitest";
import { openPage, signInAs, submit } from "../../testing/browser.ts";
import { makeMember, makeOrganization } from "../../testing/factories.ts";
import { consent, registerTestClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, useTestApp } from "../../testing/test-app.ts";
import { systemClock } from "../../platform/clock.ts";

const password = "a sentence that is long enough";

describe("the page of an organization", () => {
  it("makes a key that works, and revokes it", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization, "member");
    const browser = await signInAs(testApp, organization, member, password);
    const path = `/account/organizations/${organization.slug}`;
    const made = await submit(testApp, browser, `${path}/keys`, { name: "from the page" });
    const key = /svc_live_\w+/.exec(made.text)?.[0] ?? "";
    const read = () => request(testApp, { method: "GET", path: "/api/me", key });
    expect((await read()).body["user"]).toMatchObject({ id: member.userId });
    const page = await openPage(testApp, browser, path);
    expect(page.text).not.toContain(key);
    expect(page.text).not.toContain("Invite a person");
    const id = /name="id" value="([\w-]+)"[^>]*\/><button[^>]*from the page/.exec(page.text)?.[1];
    await submit(testApp, browser, `${path}/keys/revoke`, { id: id ?? "" });
    expect((await read()).body["code"]).toBe("API_KEY_REVOKED");
  });

  it("shows the link of an invitation once, where nothing is mailed", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const path = `/account/organizations/${organization.slug}`;
    const fields = { email: "someone@example.com", role: "member" };
    const made = await submit(testApp, browser, `${path}/invitations`, fields);
    expect(made.text).toMatch(/\/invitation\/svc_code_\w+/);
    const page = await openPage(testApp, browser, path);
    expect(page.text).toContain("someone@example.com");
    expect(page.text).not.toContain("svc_code_");
  });

  it("renames, deactivates and activates a service account", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const path = `/account/organizations/${organization.slug}`;
    await submit(testApp, browser, `${path}/service-accounts`, { name: "Deploy", role: "member" });
    const read = async () => {
      const accounts = { method: "GET", path: "/api/service-accounts" } as const;
      const { body } = await request(testApp, { ...accounts, key: organization.owner.key });
      return body["items"]?.[0] as unknown as { id: string; rowVersion: string };
    };
    const { id, rowVersion } = await read();
    const fields = { id, rowVersion, name: "Release", role: "viewer" };
    const update = `${path}/service-accounts/update`;
    expect((await submit(testApp, browser, update, fields)).status).toBe(200);
    expect(await read()).toMatchObject({ name: "Release", role: "viewer", isActive: true });
    expect((await submit(testApp, browser, update, fields)).status).toBe(409);
    for (const isActive of ["false", "true"]) {
      const now = await read();
      const state = { id, rowVersion: now.rowVersion, isActive };
      expect((await submit(testApp, browser, update, state)).status).toBe(200);
      expect(await read()).toMatchObject({ name: "Release", isActive: isActive === "true" });
    }
  });

  it("changes the role of a member, and removes the member", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization, "member");
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const path = `/account/organizations/${organization.slug}`;
    const shown = await openPage(testApp, browser, path);
    expect(shown.text).toContain(`${organization.owner.email}, Owner, you`);
    const { userId } = member;
    const rowVersion = new RegExp(
      `value="${userId}" /><input type="hidden" name="rowVersion" value="([^"]+)"`,
    );
    const fields = { userId, rowVersion: rowVersion.exec(shown.text)?.[1] ?? "", role: "viewer" };
    const changed = await submit(testApp, browser, `${path}/members/update`, fields);
    expect(changed.text).toContain(`${member.email}, Viewer`);
    const removed = await submit(testApp, browser, `${path}/members/remove`, { userId });
    expect(removed.text).not.toContain(member.email);
    const last = { userId: organization.owner.userId };
    expect((await submit(testApp, browser, `${path}/members/remove`, last)).status).toBe(409);
  });

  it("lists the clients that act for the person, and ends their access", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const client = await registerTestClient(testApp, "eu", { client_name: "Editor" });
    const page = createBrowser(testApp);
    await page.signIn(organization.owner.userId);
    const permission = ["projects:read", "specs:read"];
    const given = await consent(page, client.authorizeUrl(), organization, { permission });
    const { body } = await client.exchange(given.get("code") ?? "");
    const headers = { authorization: `Bearer ${String(body["access_token"])}` };
    const call = () => request(testApp, { method: "GET", path: "/api/projects", headers });
    expect((await call()).status).toBe(200);
    const path = `/account/organizations/${organization.slug}`;
    const shown = await openPage(testApp, browser, path);
    expect(shown.text).toContain("2 permissions");
    const id = /name="id" value="([\w-]+)"[^>]*\/><button[^>]*access of Editor/.exec(
      shown.text,
    )?.[1];
    const ended = await submit(testApp, browser, `${path}/clients/revoke`, { id: id ?? "" });
    expect(ended.text).not.toContain("Connected clients");
    expect((await call()).status).toBe(401);
  });

  it("is where a browser comes that opens the address of one of its forms again", async () => {
    const testApp = await useTestApp();
    const browser = { region: "eu" as const, cookies: new Map<string, string>() };
    for (const [form, page] of [
      ["/account/organizations/acme/keys", "/account/organizations/acme"],
      ["/us/account/organizations/acme/invitations/revoke", "/us/account/organizations/acme"],
      ["/account/second-factor/enable", "/account"],
      ["/sign-in/password", "/sign-in"],
    ] as const) {
      const opened = await openPage(testApp, browser, form);
      expect(opened).toMatchObject({ status: 303, headers: { location: page } });
    }
  });

  it("does not exist for a person who is no member", async () => {
    const testApp = await useTestApp();
    const [one, two] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const browser = await signInAs(testApp, one, one.owner, password);
    const page = await openPage(testApp, browser, `/account/organizations/${two.slug}`);
    expect(page.status).toBe(404);
  });

  it("asks for a recent sign-in before it makes a key", async () => {
    let offset = 0;
    const clock = { ...systemClock, now: () => new Date(Date.now() + offset) };
    const testApp = await buildTestApp({ name: "recent", clock });
    try {
      const organization = await makeOrganization(testApp);
      const browser = await signInAs(testApp, organization, organization.owner, password);
      const path = `/account/organizations/${organization.slug}`;
      offset = 16 * 60_000;
      const refused = await submit(testApp, browser, `${path}/keys`, { name: "late" });
      expect(refused.status).toBe(303);
      expect(refused.headers["location"]).toBe(`/sign-in?fresh&return=${encodeURIComponent(path)}`);
      const { email } = organization.owner;
      const again = { email, password, return: path };
      expect((await submit(testApp, browser, "/sign-in/password", again)).status).toBe(303);
      const made = await submit(testApp, browser, `${path}/keys`, { name: "in time" });
      expect(made.text).toMatch(/svc_live_\w+/);
      const account = await openPage(testApp, browser, "/account");
      expect(account.text.match(/This device/g)).toHaveLength(1);
      // Only the session that the link for the password began is left.
      expect(account.text.match(/action="\/account\/sessions\/end"/g)).toHaveLength(1);
    } finally {
      await testApp.close();
    }
  }, 120_000);

  it("mints a staging token for an agent, which ends with the membership", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization, "member");
    const browser = await signInAs(testApp, organization, member, password);
    const minted = await request(testApp, {
      method: "POST",
      path: "/api/staging-tokens",
      session: browser.session(),
      headers: { "x-svc-organization": organization.slug },
      body: { name: "agent" },
    });
    expect(minted.status).toBe(201);
    const { principals } = testApp.cells.eu.platform;
    const token = String(minted.body["token"]);
    expect((await principals.resolve(token, null)).principal.user?.id).toBe(member.userId);
    await request(testApp, {
      method: "DELETE",
      path: `/api/members/${member.userId}`,
      key: organization.owner.key,
    });
    await expect(principals.resolve(token, null)).rejects.toMatchObject({
      code: "API_KEY_REVOKED",
    });
  });
});
