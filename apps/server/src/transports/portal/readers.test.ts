import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAsOperator, makeMember, makeOrganization } from "../../testing/factories.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { make } from "../../features/docs/docs.testing.ts";
import type { PortalServer } from "./portal-server.ts";
import {
  createReaderBrowser,
  openReaderScene,
  portalOrigin,
  startTestPortal,
  type ReaderBrowser,
  type ReaderScene,
} from "./readers.testing.ts";

let testApp: TestApp;
let portal: PortalServer;

beforeAll(async () => {
  testApp = await useTestApp();
  portal = await startTestPortal(testApp);
});
afterAll(() => portal.close());

const open = () => createReaderBrowser(testApp, portal);

/** A browser in which a person is signed in at the pages, not yet at the portal. */
async function openAs(userId: string): Promise<ReaderBrowser> {
  const browser = open();
  await browser.pages.signIn(userId);
  return browser;
}

/** A person of the organization, whose browser reads its documentation. */
async function openAsMember({ organization }: ReaderScene) {
  const member = await makeMember(testApp, organization, "viewer");
  return { member, browser: await openAs(member.userId) };
}

/** A person who belongs to another organization of the region. */
async function openAsStranger(): Promise<ReaderBrowser> {
  const other = await makeOrganization(testApp);
  return openAs(other.owner.userId);
}

const tokenOf = ({ cookies }: ReaderBrowser, region = "eu") =>
  cookies.get(`__Host-lintel-reader-${region}`);

const signInPage = /^http:\/\/localhost\/sign-in\?return=/;
const lastOf = ({ trail }: { readonly trail: readonly string[] }) => trail.at(-1) ?? "";

describe("documentation for members", () => {
  it("leads to the page for sign-in, and from there back to the page that was opened", async () => {
    const scene = await openReaderScene("internal");
    const member = await makeMember(testApp, scene.organization, "viewer");
    const password = "a sentence that is long enough";
    const { organization } = scene;
    const browser = open();
    const { link } = await callAsOperator(testApp, "eu", organization.id, "makePasswordReset", {
      userId: member.userId,
    });
    await open().pages.post(new URL(link).pathname, { password });
    const asked = await browser.open(`${scene.base}/guide/use?from=mail`);
    expect(lastOf(asked)).toMatch(signInPage);
    expect(asked.text).not.toContain("Handbook");
    const target = new URL(lastOf(asked)).searchParams.get("return") ?? "";
    const step = await browser.pages.post("/sign-in", { return: target, email: member.email });
    expect(step.headers["content-security-policy"]).toContain(
      `form-action 'self' ${portalOrigin};`,
    );
    const signedIn = await browser.pages.post("/sign-in/password", {
      return: target,
      email: member.email,
      password,
    });
    expect(signedIn.location).toBe(target);
    const code = await browser.pages.get(target);
    const shown = await browser.open((code.location ?? "").slice(portalOrigin.length));
    expect(lastOf(shown)).toBe(`${portalOrigin}${scene.base}/guide/use?from=mail`);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("Zebras");
    expect(shown.text).toContain(`Signed in as ${member.email}`);
    expect(shown.text).toContain('<meta name="robots" content="noindex" />');
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
  });

  it("opens at once for a member who is signed in, with a cookie for the portal alone", async () => {
    const scene = await openReaderScene("internal");
    const { browser } = await openAsMember(scene);
    const shown = await browser.open(scene.base);
    expect(shown.status).toBe(200);
    expect(shown.trail.some((url) => signInPage.test(url))).toBe(false);
    expect(browser.attributes.get("__Host-lintel-reader-eu")).toMatch(
      /^Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
    );
    // Another page needs no redirect.
    expect((await browser.open(`${scene.base}/guide/use`)).trail).toHaveLength(1);
  });

  it("looks to other people as if it did not exist, and to visitors as well", async () => {
    const scene = await openReaderScene("internal");
    const nothing = `/${scene.organization.slug}/nothing`;
    const stranger = await openAsStranger();
    const hidden = await stranger.open(`${scene.base}/guide/use`);
    expect(hidden.status).toBe(404);
    expect(hidden.headers.get("cache-control")).toBe("private, no-store");
    const missing = await stranger.open(`${nothing}/guide/use`);
    expect(missing.status).toBe(404);
    expect(missing.text.replaceAll("nothing", "handbook")).toBe(hidden.text);
    const visitor = await open().send(`${scene.base}/guide/use`);
    const other = await open().send(`${nothing}/guide/use`);
    expect([visitor.status, other.status]).toEqual([303, 303]);
    expect(other.headers.get("location")?.replace("nothing", "handbook")).toBe(
      visitor.headers.get("location"),
    );
    const plain = { headers: { accept: "*/*" } };
    expect((await open().send(scene.base, plain)).status).toBe(404);
    expect((await open().send(nothing, plain)).status).toBe(404);
  });

  it("is closed to a member who has no role in its project", async () => {
    const scene = await openReaderScene("internal");
    const { member, browser } = await openAsMember(scene);
    expect((await browser.open(`${scene.base}/guide/use`)).status).toBe(200);
    const fields = { projectId: scene.projectId, userId: member.userId, role: "none" } as const;
    await callAsOperator(testApp, "eu", scene.organization.id, "setProjectRole", fields);
    expect((await browser.open(`${scene.base}/guide/use`)).status).toBe(404);
  });
});

describe("documentation for everyone who signs in", () => {
  it("opens to people of other organizations, and to nobody else", async () => {
    const scene = await openReaderScene("authenticated");
    const stranger = await openAsStranger();
    expect((await stranger.open(`${scene.base}/guide/use`)).text).toContain("Zebras");
    expect(lastOf(await open().open(`${scene.base}/guide/use`))).toMatch(signInPage);
  });

  it("works in region us, whose cookie opens nothing in eu", async () => {
    const american = await openReaderScene("authenticated", { region: "us" });
    const browser = createReaderBrowser(testApp, portal, "us");
    await browser.pages.signIn(american.organization.owner.userId);
    const shown = await browser.open(`${american.base}/guide/use`);
    expect(shown.text).toContain("Zebras");
    expect(shown.text).toContain('action="/us/_reader/sign-out');
    const token = tokenOf(browser, "us") ?? "";
    const european = await openReaderScene("authenticated");
    const moved = open();
    moved.cookies.set("__Host-lintel-reader-us", token);
    expect(lastOf(await moved.open(`${european.base}/guide/use`))).toMatch(signInPage);
    moved.cookies.set("__Host-lintel-reader-eu", token);
    expect(lastOf(await moved.open(`${european.base}/guide/use`))).toMatch(signInPage);
  });
});

describe("everything that the portal serves of a documentation that is not public", () => {
  it("obeys the same rule, before any cache", async () => {
    const scene = await openReaderScene("internal");
    const bytes = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const fields = { path: "dot.png", contentBase64: bytes.toString("base64") };
    const copy = await scene.send("POST", `/${scene.docId}/versions`, {
      fromVersionId: scene.versionId,
    });
    const draft = { ...scene, versionId: String(copy.body["id"]) };
    const inDraft = (path: string, body: object, key = scene.keys.member) =>
      scene.send("POST", `/${scene.docId}/versions/${draft.versionId}${path}`, body, { key });
    const stored = await inDraft("/assets", fields);
    expect(stored.status, stored.text).toBe(201);
    await inDraft("/status", { status: "published" }, scene.keys.admin);
    const { browser } = await openAsMember(scene);
    await browser.open(scene.base);
    const paths = [
      "/guide/use",
      "/guide/use.md",
      "/_search?q=zebras",
      "/_icon.svg",
      "/_assets/dot.png",
      "/llms.txt",
      "/llms-full.txt",
      "/sitemap.xml",
      "/feed.xml",
    ];
    for (const path of paths) {
      const read = () => browser.send(scene.base + path, { headers: { accept: "*/*" } });
      const shown = await read();
      expect([path, shown.status]).toEqual([path, 200]);
      expect([path, shown.headers.get("cache-control")]).toEqual([path, "private, no-store"]);
      await read();
      const visitor = await open().send(scene.base + path, { headers: { accept: "*/*" } });
      expect([path, visitor.status]).toEqual([path, 404]);
      const held = { accept: "*/*", "if-none-match": shown.headers.get("etag") ?? "*" };
      expect((await open().send(scene.base + path, { headers: held })).status).toBe(404);
      const stranger = await openAsStranger();
      await stranger.open("/any/thing");
      const answer = await stranger.send(scene.base + path, { headers: { accept: "*/*" } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const start = await browser.send(scene.base);
    expect([start.status, start.headers.get("cache-control")]).toEqual([307, "private, no-store"]);
    const vote = `${scene.base}/_helpful?page=guide/use&answer=yes`;
    expect((await open().send(vote, { method: "POST" })).status).toBe(404);
    expect((await browser.send(vote, { method: "POST" })).status).toBe(303);
    const own = await open().send(`/${scene.organization.slug}`);
    expect(own.text).not.toContain("handbook");
    // Other organizations of the server can have a public handbook.
    for (const list of ["/", "/sitemap.xml"])
      expect((await open().send(list)).text).not.toContain(scene.base);
  });

  it("is never shown from the cache of a version that was public before", async () => {
    const scene = await openReaderScene("public");
    const visitor = open();
    expect((await visitor.send(`${scene.base}/guide/use`)).status).toBe(200);
    expect(visitor.cookies.size).toBe(0);
    const path = `/${scene.docId}/versions/${scene.versionId}`;
    const { rowVersion } = (await scene.send("GET", path)).body;
    const hidden = { visibility: "internal", rowVersion };
    await scene.send("PATCH", path, hidden, { key: scene.keys.admin });
    // Visitors see a change after a moment.
    await expect.poll(async () => (await visitor.send(`${scene.base}/guide/use`)).status).toBe(303);
    const { browser } = await openAsMember(scene);
    expect((await browser.open(`${scene.base}/guide/use`)).status).toBe(200);
  });
});

describe("a documentation with public and internal versions", () => {
  it("has the same addresses for all readers, and lists internal versions for members alone", async () => {
    const scene = await openReaderScene("public");
    const copy = { fromVersionId: scene.versionId, label: "2.0", visibility: "internal" };
    const { body } = await scene.send("POST", `/${scene.docId}/versions`, copy);
    const second = { ...scene, versionId: String(body["id"]) };
    const inSecond: ReaderScene["inVersion"] = (method, path, ...more) =>
      scene.send(method, `/${scene.docId}/versions/${second.versionId}${path}`, ...more);
    await make({ ...second, inVersion: inSecond }, "pages", { title: "New", content: "Okapis." });
    const key = scene.keys.admin;
    const moved = await inSecond("POST", "/status", { status: "published" }, { key });
    expect(moved.body["portalUrl"]).toBe(`${portalOrigin}${scene.base}/v/2.0`);
    const visitor = open();
    await expect.poll(async () => (await visitor.send(`${scene.base}/v/2.0/new`)).status).toBe(303);
    const shown = await visitor.send(`${scene.base}/guide/use`);
    expect(shown.headers.get("cache-control")).toBe("public, no-cache");
    expect(shown.text).not.toContain("2.0");
    expect(visitor.cookies.size).toBe(0);
    const { browser } = await openAsMember(scene);
    expect((await browser.open(`${scene.base}/v/2.0/new`)).text).toContain("Okapis");
    const same = await browser.send(`${scene.base}/guide/use`);
    expect(same.text).toContain(`href="${scene.base}/v/2.0/guide/use"`);
    expect(same.headers.get("cache-control")).toBe("private, no-store");
    const again = await open().send(`${scene.base}/guide/use`);
    expect(again.text).toBe(shown.text);
    const unknown = await open().send(`${(await openReaderScene("public")).base}/v/9/new`);
    expect(unknown.status).toBe(404);
  });
});

describe("access of a reader ends at the next request", () => {
  it.each(["session", "sign-out at the pages", "sign-out at the portal", "membership"])(
    "with the %s",
    async (kind) => {
      const scene = await openReaderScene("internal");
      const { member, browser } = await openAsMember(scene);
      const page = `${scene.base}/guide/use`;
      expect((await browser.open(page)).status).toBe(200);
      const { organization } = scene;
      const db = await testApp.cells.eu.platform.database();
      if (kind === "session")
        await db
          .updateTable("session")
          .set({ endedAt: new Date() })
          .where("userId", "=", member.userId)
          .execute();
      if (kind === "sign-out at the pages") await browser.pages.post("/sign-out", {});
      if (kind === "sign-out at the portal") {
        const token = tokenOf(browser) ?? "";
        const path = `/_reader/sign-out?return=${encodeURIComponent(page)}`;
        const foreign = { method: "POST", headers: { origin: "https://evil.example" } };
        expect((await browser.send(path, foreign)).status).toBe(403);
        expect((await browser.send(page)).status).toBe(200);
        const ended = await browser.send(path, { method: "POST" });
        const after = await browser.send(ended.headers.get("location") ?? "");
        expect(after.text).toContain("You are signed out");
        expect(after.text).toContain(`/_reader/sign-in?return=${encodeURIComponent(page)}`);
        expect(tokenOf(browser)).toBeUndefined();
        // Someone who copied the cookie reads nothing either.
        browser.cookies.set("__Host-lintel-reader-eu", token);
      }
      if (kind === "membership")
        await callAsOperator(testApp, "eu", organization.id, "removeMember", {
          userId: member.userId,
        });
      expect((await browser.send(page)).status).toBe(303);
      expect(lastOf(await browser.open(page))).toMatch(signInPage);
    },
  );

  it("with the membership, for a person who stays signed in elsewhere", async () => {
    const scene = await openReaderScene("internal");
    const { member, browser } = await openAsMember(scene);
    const other = await makeOrganization(testApp);
    const { email, userId } = member;
    const added = { email, name: "The same", role: "viewer" } as const;
    await callAsOperator(testApp, "eu", other.id, "addMember", added);
    expect((await browser.open(`${scene.base}/guide/use`)).status).toBe(200);
    await callAsOperator(testApp, "eu", scene.organization.id, "removeMember", { userId });
    const answer = await browser.send(`${scene.base}/guide/use`);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain("Handbook");
  });

  it("with the enforcement of single sign-on, which a page explains", async () => {
    const scene = await openReaderScene("authenticated");
    const { member, browser } = await openAsMember(scene);
    expect((await browser.open(`${scene.base}/guide/use`)).status).toBe(200);
    const db = await testApp.cells.eu.platform.database();
    const domain = `${randomBytes(6).toString("hex")}.example`;
    const id = testApp.cells.eu.platform.clock.newId();
    await sql`insert into email_domain
      (organization_id, id, domain, txt_value, verified_at, enforced_at, created_at, modified_at)
      values (${scene.organization.id}, ${id}, ${domain}, 'value', now(), now(), now(), now())`.execute(
      db,
    );
    await db
      .updateTable("userAccount")
      .set({ email: `ada@${domain}` })
      .where("id", "=", member.userId)
      .execute();
    const refused = await browser.send(`${scene.base}/guide/use`);
    expect(refused.status).toBe(401);
    expect(refused.text).toContain("SSO_REQUIRED");
    expect(refused.headers.get("www-authenticate")).toContain("Session");
    const nothing = await browser.send(`/${scene.organization.slug}/nothing`);
    expect(nothing.text.replaceAll("nothing", "x")).toBe(
      refused.text.replaceAll("handbook%2Fguide%2Fuse", "x"),
    );
    const plain = { headers: { accept: "*/*" } };
    expect((await browser.send(`${scene.base}/guide/use.md`, plain)).status).toBe(404);
  });
});
