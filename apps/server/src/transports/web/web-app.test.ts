import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { createBrowser, type TestBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let newer: string;
let older: string;
let browser: TestBrowser;

beforeAll(async () => {
  [newer, older] = await Promise.all([makeFolder("new"), makeFolder("old")]);
  testApp = await buildTestApp({
    name: "web",
    webApp: {
      id: "0123456789abcdef",
      script: "main-new.js",
      themeScript: "theme-new.js",
      styles: ["main-new.css"],
      preloads: ["geist-new.woff2", "part-new.js"],
      folders: [newer, older],
    },
  });
  const { owner } = await makeOrganization(testApp);
  browser = createBrowser(testApp);
  await browser.signIn(owner.userId);
});
afterAll(async () => {
  await testApp.close();
  for (const folder of [newer, older]) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "lintel-web-"));
  await writeFile(path.join(folder, `main-${name}.js`), `// ${name}`);
  await writeFile(path.join(folder, `main-${name}.js.gz`), gzipSync(`// ${name}`));
  await writeFile(path.join(folder, "build.json"), "{}");
  return folder;
}

const html = { accept: "text/html" };

describe("the page of the web app", () => {
  it("answers every address without a route, in both regions", async () => {
    const bases = { "/acme/shop/specs": "", "/": "", "/us/acme?x=1": "/us" };
    for (const [address, base] of Object.entries(bases)) {
      const answer = await inRegion(address);
      expect(answer.status, address).toBe(200);
      expect(answer.text).toContain(`src="${base}/_app/main-new.js"`);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });

  it("has a strict policy with a nonce of its own", async () => {
    const policies = [await browser.get("/a"), await browser.get("/a")].map(({ headers, text }) => {
      const policy = String(headers["content-security-policy"]);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(text).toContain(`nonce="${nonce}"`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain("unsafe");
      return nonce;
    });
    expect(policies[0]).not.toBe(policies[1]);
  });

  it("leads a visitor to the sign-in, and then back", async () => {
    const answer = await testApp.app.inject({ url: "/acme/shop?filter=a", headers: html });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe("/sign-in?return=%2Facme%2Fshop%3Ffilter%3Da");
    expect((await testApp.app.inject({ url: "/", headers: html })).body).toContain("Sign in");
  });

  it("leaves unknown paths of programs a problem", async () => {
    for (const url of ["/api/nothing", "/us/api/nothing", "/_app/nothing.js", "/acme"]) {
      const headers = url === "/acme" ? {} : html;
      const answer = await testApp.app.inject({ url, headers });
      expect(answer.json(), url).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("the files of the web app", () => {
  it("are immutable, compressed, and those of older builds are kept", async () => {
    for (const name of ["new", "old"]) {
      const headers = { "accept-encoding": "gzip, deflate" };
      const url = `/us/_app/main-${name}.js`;
      const answer = await testApp.app.inject({ url, headers });
      expect(answer.headers["cache-control"]).toContain("immutable");
      expect(answer.headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(answer.rawPayload).toString()).toBe(`// ${name}`);
    }
    const plain = await testApp.app.inject({ url: "/_app/main-new.js" });
    expect(plain.body).toBe("// new");
  });

  it("say which build is the newest, and nothing else of the folder", async () => {
    const answer = await testApp.app.inject({ url: "/_app/build.json" });
    expect(answer.json()).toEqual({ id: "0123456789abcdef" });
    for (const url of ["/_app/main-new.js.gz", "/_app/..%2f..%2fpackage.json"])
      expect((await testApp.app.inject({ url })).statusCode, url).toBe(404);
  });
});

/** The cookies of region us are others, so that a visitor's cookie of any value is enough for the page. */
async function inRegion(address: string) {
  if (!address.startsWith("/us")) return browser.get(address);
  const headers = { ...html, cookie: "__Host-lintel-us=any" };
  const answer = await testApp.app.inject({ url: address, headers });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}
