import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  callAsOperator,
  makeMember,
  makeOrganization,
  makeProject,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { openPage, signInAgain, signInAs, submit } from "../../testing/browser.ts";
import { useTestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

describe("the page for sign-in", () => {
  it("signs a person in who set a password by a link", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const account = await openPage(testApp, browser, "/account");
    expect(account.status).toBe(200);
    expect(account.text).toContain(organization.owner.email);
    expect(account.text).toContain(organization.slug);
  });

  it("refuses a wrong password and an unknown address with the same words", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    await signInAs(testApp, organization, organization.owner, password);
    const browser = { cookies: new Map<string, string>(), region: "eu" as const };
    const wrong = { email: organization.owner.email, password: "not this sentence at all" };
    const first = await submit(testApp, browser, "/sign-in/password", wrong);
    expect(first.status).toBe(401);
    expect(first.text).toContain("The e-mail address or the password is wrong.");
    expect(browser.cookies.size).toBe(0);
    const unknown = { ...wrong, email: `${randomBytes(4).toString("hex")}@example.com` };
    const second = await submit(testApp, browser, "/sign-in/password", unknown);
    expect(second.status).toBe(401);
    expect(
      second.text
        .replaceAll(unknown.email, wrong.email)
        .replace(encodeURIComponent(unknown.email), encodeURIComponent(wrong.email)),
    ).toBe(first.text);
  });

  it("refuses a form of another origin", async () => {
    const testApp = await useTestApp();
    const browser = { cookies: new Map<string, string>(), region: "eu" as const };
    const foreign = { origin: "https://evil.example" };
    const fields = { email: "a@example.com", password };
    const answer = await submit(testApp, browser, "/sign-in/password", fields, foreign);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("ORIGIN_REFUSED");
  });

  it("explains a body that is no form, or too large", async () => {
    const testApp = await useTestApp();
    const browser = { cookies: new Map<string, string>(), region: "eu" as const };
    const plain = { "content-type": "text/plain" };
    const text = await submit(testApp, browser, "/sign-in", { email: "a@example.com" }, plain);
    expect(text.status).toBe(415);
    expect(text.text).toContain("UNSUPPORTED_MEDIA_TYPE");
    const large = { email: "a".repeat(70_000) };
    expect((await submit(testApp, browser, "/sign-in", large)).status).toBe(413);
  });

  it("returns to a path of this server, and to no other server", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const browser = await signInAs(testApp, organization, organization.owner, password);
    for (const [given, expected] of [
      ["/docs?x=1", "/docs?x=1"],
      ["//evil.example/", "/account"],
      ["/\\evil.example", "/account"],
      ["https://evil.example/", "/account"],
      ["/\u0000", "/account"],
      ["/\u{1f600}", "/account"],
    ] as const) {
      const fields = { email: organization.owner.email, password, return: given };
      const answer = await submit(testApp, browser, "/sign-in/password", fields);
      expect(answer.status).toBe(303);
      expect(answer.headers["location"]).toBe(expected);
    }
  });

  it("signs a person in by a link of the operator, once", async () => {
    const testApp = await useTestApp();
    const { id, owner } = await makeOrganization(testApp, { region: "us" });
    const made = await callAsOperator(testApp, "us", id, "makeSignInLink", {
      userId: owner.userId,
    });
    const { pathname } = new URL(made.link);
    expect(pathname).toMatch(/^\/us\/sign-in\/link\//);
    const browser = { cookies: new Map<string, string>(), region: "us" as const };
    const signedIn = await openPage(testApp, browser, pathname);
    expect(signedIn.headers["location"]).toBe("/us/account");
    expect((await openPage(testApp, browser, "/us/account")).text).toContain(owner.email);
    expect((await openPage(testApp, browser, pathname)).status).toBe(400);
    const stranger = await makeOrganization(testApp, { region: "us" });
    const foreign = { userId: owner.userId };
    await expect(
      callAsOperator(testApp, "us", stranger.id, "makeSignInLink", foreign),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("replaces the session that the browser had", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization, "member");
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const former = browser.session();
    const { userId } = member;
    const made = await callAsOperator(testApp, "eu", organization.id, "makeSignInLink", { userId });
    await openPage(testApp, browser, new URL(made.link).pathname);
    const read = (session: string) =>
      request(testApp, { method: "GET", path: "/api/session", session });
    expect((await read(former)).status).toBe(401);
    expect((await read(browser.session())).body["user"]).toMatchObject({ email: member.email });
  });

  it("slows attempts on one account from one address", async () => {
    const testApp = await useTestApp();
    const browser = { cookies: new Map<string, string>(), region: "eu" as const };
    const fields = { email: `${randomBytes(4).toString("hex")}@example.com`, password };
    const answers = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      answers.push(await submit(testApp, browser, "/sign-in/password", fields));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(Number(answers.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("a session", () => {
  it("calls operations of the organization that the header or the project names", async () => {
    const testApp = await useTestApp();
    const [one, two] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const projectId = await makeProject(testApp, two);
    await callAsOperator(testApp, "eu", two.id, "addOwner", {
      email: one.owner.email,
      name: "The owner of both",
    });
    const { session } = await signInAs(testApp, one, one.owner, password);
    const get = (path: string, organization?: string) =>
      request(testApp, {
        method: "GET",
        path,
        session: session(),
        headers: organization === undefined ? {} : { "x-svc-organization": organization },
      });
    expect((await get("/api/organization", one.slug)).body["id"]).toBe(one.id);
    expect((await get("/api/organization", two.id)).body["id"]).toBe(two.id);
    expect(await get("/api/organization")).toMatchObject({
      status: 400,
      body: { code: "ORGANIZATION_REQUIRED" },
    });
    expect((await get(`/api/projects/${projectId}`)).body["id"]).toBe(projectId);
    expect((await get(`/api/projects/${projectId}`, one.slug)).status).toBe(404);
    const stranger = await makeOrganization(testApp);
    expect((await get("/api/organization", stranger.slug)).status).toBe(404);
    const foreign = await makeProject(testApp, stranger);
    expect((await get(`/api/projects/${foreign}`)).status).toBe(404);
    expect((await get("/api/session")).body["organizations"]).toHaveLength(2);
  });

  it("ends at the next call after it is ended, on every device but this one", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const first = await signInAs(testApp, organization, organization.owner, password);
    const second = await signInAgain(testApp, organization.owner, password);
    const headers = { "x-svc-organization": organization.slug };
    const read = (session: string) =>
      request(testApp, { method: "GET", path: "/api/organization", session, headers });
    expect((await read(first.session())).status).toBe(200);
    const listed = await request(testApp, {
      method: "GET",
      path: "/api/sessions",
      session: second.session(),
    });
    const other = (listed.body["items"] as unknown as { id: string; isCurrent: boolean }[]).find(
      ({ isCurrent }) => !isCurrent,
    );
    const ended = await request(testApp, {
      method: "DELETE",
      path: `/api/sessions/${other?.id ?? ""}`,
      session: second.session(),
    });
    expect(ended.status).toBe(204);
    expect(await read(first.session())).toMatchObject({
      status: 401,
      body: { code: "SESSION_EXPIRED" },
    });
    expect((await read(second.session())).status).toBe(200);
  });

  it("is refused a write that a page of another origin sends", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { session } = await signInAs(testApp, organization, organization.owner, password);
    const answer = await request(testApp, {
      method: "POST",
      path: "/api/projects",
      session: session(),
      headers: { "x-svc-organization": organization.slug, origin: "https://evil.example" },
      body: { name: "x" },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "ORIGIN_REFUSED" } });
  });

  it("is refused a write of a page that came over another scheme, and its token outside the cookie", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { session } = await signInAs(testApp, organization, organization.owner, password);
    const call = { method: "POST", path: "/api/projects", body: { name: "x" } } as const;
    const headers = { "x-svc-organization": organization.slug };
    const secure = { ...headers, origin: "https://localhost" };
    const foreign = await request(testApp, { ...call, session: session(), headers: secure });
    expect(foreign).toMatchObject({ status: 403, body: { code: "ORIGIN_REFUSED" } });
    const header = await request(testApp, { ...call, key: session(), headers });
    expect(header).toMatchObject({ status: 401, body: { code: "API_KEY_INVALID" } });
    expect(header.body["detail"]).toContain("X-API-Key");
    const own = await request(testApp, { ...call, session: session(), headers });
    expect(own.status).toBe(201);
  });

  it("loses a role at the next call after the role changed", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const admin = await makeMember(testApp, organization, "admin");
    const { session } = await signInAs(testApp, organization, admin, password);
    const headers = { "x-svc-organization": organization.id };
    const list = () =>
      request(testApp, { method: "GET", path: "/api/audit-log", session: session(), headers });
    expect((await list()).status).toBe(200);
    const member = await callAsOperator(testApp, "eu", organization.id, "getMember", {
      userId: admin.userId,
    });
    await callAsOperator(testApp, "eu", organization.id, "updateMember", {
      userId: admin.userId,
      role: "viewer",
      rowVersion: member.rowVersion,
    });
    expect((await list()).status).toBe(403);
    await callAsOperator(testApp, "eu", organization.id, "removeMember", { userId: admin.userId });
    expect((await list()).body["code"]).toMatch(/SESSION_EXPIRED|NOT_FOUND/);
  });
});
