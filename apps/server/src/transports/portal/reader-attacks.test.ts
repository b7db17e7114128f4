import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
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
let scene: ReaderScene;

beforeAll(async () => {
  testApp = await useTestApp();
  portal = await startTestPortal(testApp);
  scene = await openReaderScene("internal");
});
afterAll(() => portal.close());

const page = () => `${scene.base}/guide/use`;

async function openAsMember(): Promise<ReaderBrowser> {
  const browser = createReaderBrowser(testApp, portal);
  await browser.pages.signIn((await makeMember(testApp, scene.organization, "viewer")).userId);
  return browser;
}

/** Begins a sign-in, and returns the address with the code without opening it. */
async function takeCode(browser: ReaderBrowser, path = page()): Promise<string> {
  const begun = await browser.send(`/_reader/sign-in?return=${encodeURIComponent(path)}`);
  const asked = (begun.headers.get("location") ?? "").slice("http://localhost".length);
  const { location } = await browser.pages.get(asked);
  expect(location).toMatch(/^https:\/\/docs\.example\.com\/_reader\/finish\?code=svc_code_/);
  return (location ?? "").slice(portalOrigin.length);
}

const challengeOf = (secret: string) => hash("sha256", secret, "base64url");
const tokenOf = ({ cookies }: ReaderBrowser) => cookies.get("__Host-lintel-reader-eu");

describe("a code of a reader", () => {
  it("is exchanged once, also by requests at the same time", async () => {
    const browser = await openAsMember();
    const path = await takeCode(browser);
    const answers = await Promise.all([browser.send(path), browser.send(path), browser.send(path)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400]);
    expect((await browser.send(path)).status).toBe(400);
  });

  it("is of no use to another browser, with or without a sign-in of its own", async () => {
    const path = await takeCode(await openAsMember());
    const thief = createReaderBrowser(testApp, portal);
    expect((await thief.send(path)).status).toBe(400);
    await thief.send(`/_reader/sign-in?return=${encodeURIComponent(page())}`);
    const answer = await thief.send(path);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("The sign-in was not completed");
    expect(tokenOf(thief)).toBeUndefined();
  });

  it("does not sign the browser of a victim in as somebody else", async () => {
    const path = await takeCode(await openAsMember());
    const victim = await openAsMember();
    await victim.open(page());
    const token = tokenOf(victim);
    expect((await victim.send(path)).status).toBe(400);
    expect(tokenOf(victim)).toBe(token);
  });

  it("is of no use to the portal of another origin, nor to another region", async () => {
    const other = await startTestPortal(testApp, "https://other.example.com");
    try {
      const browser = await openAsMember();
      const path = await takeCode(browser);
      const elsewhere = createReaderBrowser(testApp, other);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      expect((await elsewhere.send(path)).status).toBe(400);
      const secret = browser.cookies.get("__Host-lintel-reader-eu-sign-in") ?? "";
      browser.cookies.set("__Host-lintel-reader-us-sign-in", secret);
      expect((await browser.send(`/us${path}`)).status).toBe(400);
      // A refusal does not use the code.
      expect((await browser.send(path)).status).toBe(303);
    } finally {
      await other.close();
    }
  });

  it("is refused once it has expired, or its session has ended", async () => {
    const browser = await openAsMember();
    const db = await testApp.cells.eu.platform.database();
    const old = await takeCode(browser);
    await db
      .updateTable("oneTimeCode")
      .set({ expiresAt: new Date() })
      .where("purpose", "=", "reader")
      .execute();
    expect((await browser.send(old)).status).toBe(400);
    const path = await takeCode(browser);
    await browser.pages.post("/sign-out", {});
    expect((await browser.send(path)).status).toBe(400);
  });
});

describe("an address to return to", () => {
  const forged = [
    "https://evil.example/a/b",
    "//evil.example/a/b",
    "/\\evil.example/a/b",
    "/%2F%2Fevil.example",
    "/%5Cevil.example/b",
    "/..//evil.example",
    "javascript:alert(1)",
    "/_reader/sign-out",
    "/only-an-organization",
    "/a/b\r\nset-cookie: x=y",
    "",
  ];

  it.each(forged)("is refused at the beginning, or stays at the portal: %j", async (given) => {
    const browser = await openAsMember();
    const begun = await browser.send(`/_reader/sign-in?return=${encodeURIComponent(given)}`);
    if (begun.status === 404) return expect(begun.headers.get("set-cookie")).toBeNull();
    const location = new URL(begun.headers.get("location") ?? "");
    expect(location.origin).toBe("http://localhost");
    const path = location.searchParams.get("return") ?? "";
    expect(new URL(path, portalOrigin).origin).toBe(portalOrigin);
    expect(path).toMatch(/^\/[^/\\]/);
  });

  it.each(forged)("is never another origin after the pages for sign-in: %j", async (given) => {
    const browser = await openAsMember();
    await browser.send(`/_reader/sign-in?return=${encodeURIComponent(page())}`);
    const secret = browser.cookies.get("__Host-lintel-reader-eu-sign-in") ?? "";
    const asked = new URLSearchParams({ return: given, challenge: challengeOf(secret) });
    const { status, location } = await browser.pages.get(`/sign-in/reader?${asked.toString()}`);
    if (status === 400) return;
    expect(location?.startsWith(`${portalOrigin}/_reader/finish?code=`)).toBe(true);
    const finished = await browser.send((location ?? "").slice(portalOrigin.length));
    const target = finished.headers.get("location");
    if (target !== null) expect(new URL(target, portalOrigin).origin).toBe(portalOrigin);
  });

  it("belongs to the region of the code", async () => {
    const browser = await openAsMember();
    const path = `/_reader/sign-in?return=${encodeURIComponent(`/us${page()}`)}`;
    expect((await browser.send(path)).status).toBe(404);
  });

  it("keeps no token of a preview", async () => {
    const browser = createReaderBrowser(testApp, portal);
    const path = encodeURIComponent(`${page()}?preview=secret&q=1`);
    const begun = await browser.send(`/_reader/sign-in?return=${path}`);
    expect(decodeURIComponent(begun.headers.get("location") ?? "")).toContain(`${page()}?q=1`);
    expect(begun.headers.get("location")).not.toContain("preview");
  });
});

describe("the cookie of a reader", () => {
  it("opens documentation, and nothing else", async () => {
    const browser = await openAsMember();
    await browser.open(page());
    const token = tokenOf(browser) ?? "";
    expect(token).toMatch(/^svc_read_/);
    const names = ["__Host-lintel-reader-eu", "__Host-lintel-eu", "__Host-lintel-eu-refresh"];
    const cookie = names.map((name) => `${name}=${token}`).join("; ");
    const own = { host: "localhost", origin: "http://localhost" };
    const sent: Record<string, string>[] = [
      { ...own, cookie },
      { authorization: `Bearer ${token}` },
      { "x-api-key": token },
    ];
    const mcp = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const agent = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    for (const headers of sent) {
      for (const path of ["/api/session", "/api/sessions", "/api/projects"])
        expect([path, (await request(testApp, { method: "GET", path, headers })).status]).toEqual([
          path,
          401,
        ]);
      const call = {
        method: "POST",
        path: "/mcp",
        body: mcp,
        headers: { ...agent, ...headers },
      } as const;
      expect((await request(testApp, call)).status).toBe(401);
      const users = {
        method: "GET",
        path: `/scim/v2/${scene.organization.slug}/Users`,
        headers,
      } as const;
      expect((await request(testApp, users)).status).toBe(401);
    }
    for (const path of ["/account", "/sign-in/reader?return=%2Fa%2Fb&challenge=x"]) {
      const answer = await testApp.app.inject({
        method: "GET",
        url: path,
        headers: { ...own, cookie },
      });
      expect(answer.headers.location).toMatch(/^\/sign-in\?return=/);
    }
    const refreshed = {
      method: "POST",
      path: "/api/session/refresh",
      headers: { ...own, cookie },
    } as const;
    expect((await request(testApp, refreshed)).status).toBe(401);
  });

  it("is not taken from a session, an access token or another portal", async () => {
    const member = await makeMember(testApp, scene.organization, "viewer");
    const thief = createReaderBrowser(testApp, portal);
    for (const token of [member.key, `svc_read_${"0".repeat(38)}`, "", "svc_read_"]) {
      thief.cookies.set("__Host-lintel-reader-eu", token);
      expect((await thief.send(page())).status).toBe(303);
    }
    const browser = await openAsMember();
    await browser.open(page());
    const other = await startTestPortal(testApp, "https://other.example.com");
    try {
      const elsewhere = createReaderBrowser(testApp, other);
      elsewhere.cookies.set("__Host-lintel-reader-eu", tokenOf(browser) ?? "");
      expect((await elsewhere.send(page())).status).toBe(303);
    } finally {
      await other.close();
    }
  });

  it("has no prefix and no Secure at a portal without HTTPS", async () => {
    const local = await startTestPortal(testApp, null);
    try {
      const browser = createReaderBrowser(testApp, local);
      await browser.send(`/_reader/sign-in?return=${encodeURIComponent(page())}`);
      expect(Object.fromEntries(browser.attributes)).toEqual({
        "lintel-reader-eu-sign-in": "Path=/; HttpOnly; SameSite=Lax; Max-Age=600",
      });
    } finally {
      await local.close();
    }
  });
});

describe("a browser that keeps no cookies", () => {
  it("ends at a page that says so, and not in a circle", async () => {
    const browser = await openAsMember();
    const path = await takeCode(browser);
    browser.cookies.clear();
    const answer = await browser.open(path);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Open the page of the documentation again");
  });

  it("ends as well if an old cookie of a preview is left", async () => {
    const browser = await openAsMember();
    browser.cookies.set("lintel_preview", "expired");
    expect((await browser.open(page())).text).toContain("Zebras");
  });
});
