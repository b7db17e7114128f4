import { describe, expect, it } from "vitest";
import { callAsOperator, makeKey, makeMember, makeOrganization } from "../../testing/factories.ts";
import { consent, registerTestClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { request, type TestRequest } from "../../testing/request.ts";
import { signInAgain, signInAs, submit } from "../../testing/browser.ts";
import { useTestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";
const other = "another sentence that is long enough";

/** Every call of a person's own account, apart from who they are. */
const calls = (sessionId: string): readonly Pick<TestRequest, "method" | "path" | "body">[] => [
  { method: "PUT", path: "/api/session/password", body: { password: other } },
  {
    method: "PUT",
    path: "/api/session/password",
    body: { password: other, currentPassword: password },
  },
  { method: "GET", path: "/api/sessions" },
  { method: "DELETE", path: `/api/sessions/${sessionId}` },
  { method: "GET", path: "/api/passkeys" },
  { method: "GET", path: "/api/session/second-factor" },
  { method: "DELETE", path: "/api/session/second-factor" },
];

describe("the account of a person", () => {
  it("is closed to keys, staging tokens and clients, whatever they may do", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { owner } = organization;
    const { session } = await signInAs(testApp, organization, owner, password);
    const listed = await request(testApp, {
      method: "GET",
      path: "/api/sessions",
      session: session(),
    });
    const own = listed.body["items"] as unknown as readonly { id: string; isCurrent: boolean }[];
    const sessionId = own.find(({ isCurrent }) => isCurrent)?.id ?? "";
    const scoped = await makeKey(testApp, organization, owner.userId, [
      { permission: "tests:read", projectId: null },
    ]);
    const pages = createBrowser(testApp);
    await pages.signIn(owner.userId);
    const client = await registerTestClient(testApp);
    const url = client.authorizeUrl({ resource: "http://localhost" });
    const code = (await consent(pages, url, organization)).get("code") ?? "";
    const { body } = await client.exchange(code, { resource: "http://localhost" });
    const bearer = { headers: { authorization: `Bearer ${String(body["access_token"])}` } };
    for (const evidence of [{ key: owner.key }, { key: scoped }, bearer])
      for (const call of calls(sessionId))
        expect(await request(testApp, { ...call, ...evidence })).toMatchObject({
          status: 401,
          body: { code: "SIGN_IN_REQUIRED" },
        });
    await signInAgain(testApp, owner, password);
    const still = await request(testApp, {
      method: "GET",
      path: "/api/session",
      session: session(),
    });
    expect(still.status).toBe(200);
  });

  it("gets no password from a key where it has none yet", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { key, email } = await makeMember(testApp, organization, "admin");
    const path = "/api/session/password";
    const set = await request(testApp, { method: "PUT", path, key, body: { password } });
    expect(set).toMatchObject({ status: 401, body: { code: "SIGN_IN_REQUIRED" } });
    await expect(signInAgain(testApp, { email }, password)).rejects.toThrow("Nobody is signed in");
  });

  it("voids older links for a new password once the password is new", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { owner, id } = organization;
    const link = async () => {
      const fields = { userId: owner.userId };
      const made = await callAsOperator(testApp, "eu", id, "makePasswordReset", fields);
      return new URL(made.link).pathname;
    };
    const stranger = { region: "eu" as const, cookies: new Map<string, string>() };
    const [first, second] = [await link(), await link()];
    expect((await submit(testApp, stranger, second, { password })).status).toBe(303);
    expect((await submit(testApp, stranger, first, { password: other })).status).toBe(400);
    const third = await link();
    const browser = await signInAgain(testApp, owner, password);
    const change = { currentPassword: password, password: other };
    expect((await submit(testApp, browser, "/account/password", change)).status).toBe(303);
    expect((await submit(testApp, stranger, third, { password })).status).toBe(400);
    await signInAgain(testApp, owner, other);
  });

  it("limits guesses of the present password", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const guess = { currentPassword: "not the present one", password: other };
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await submit(testApp, browser, "/account/password", guess)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});
