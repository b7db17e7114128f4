import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { checkLook } from "@lintel/server/testing/check-look";
import { hasBrowser, launchBrowser } from "@lintel/server/testing/chromium";
import {
  makeDataFolder,
  runServerCommand,
  spawnServer,
  type SpawnedServer,
} from "@lintel/server/testing/spawned-server";
import { makeFolder, runLintel, startLintel, type Running } from "./testing/spawn-lintel.ts";

const email = "ada@example.com";
const password = "a sentence that is long enough";

let data: Awaited<ReturnType<typeof makeDataFolder>>;
let home: Awaited<ReturnType<typeof makeFolder>>;
let server: SpawnedServer;
let chromium: Browser;
let origin: string;
let env: Record<string, string>;

const opened = () => path.join(home.path, "opened");
const credentials = () => path.join(home.path, "lintel", "credentials.json");

beforeAll(async () => {
  if (!hasBrowser) return;
  data = await makeDataFolder("eu");
  home = await makeFolder();
  server = await spawnServer(data.path);
  chromium = await launchBrowser();
  const { port } = new URL(server.url);
  origin = `http://localhost:${port}`;
  env = {
    XDG_CONFIG_HOME: home.path,
    // The server calls itself localhost.
    LINTEL_URL: `http://127.0.0.1:${port}`,
    BROWSER: path.join(home.path, "browser"),
    OPENED: opened(),
  };
  writeFileSync(path.join(home.path, "browser"), '#!/bin/sh\nprintf %s "$1" > "$OPENED"\n');
  chmodSync(path.join(home.path, "browser"), 0o755);
  const page = await newPage();
  const made = await runServerCommand(data.path, ["admin", "org", "set-up-link"]);
  const [setUp = ""] = /\/set-up\/[^\s"]+/.exec(made.stdout) ?? [];
  await page.goto(origin + setUp);
  await page.getByLabel("Organization").fill("Acme");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create the organization" }).click();
  await page.context().close();
}, 120_000);

afterAll(async () => {
  if (!hasBrowser) return;
  await chromium.close();
  await server.end("SIGTERM");
  await data[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

// axe is injected, which the policy of the pages forbids to everything else.
const newPage = async (): Promise<Page> =>
  (await chromium.newContext({ bypassCSP: true })).newPage();

const lintel = (...args: string[]) => runLintel({ args, env });

/** Opens what the command opened, and signs in with the password. */
async function signIn(running: Running): Promise<Page> {
  await running.waitFor("/oauth/authorize");
  await expect.poll(() => existsSync(opened()) && readFileSync(opened(), "utf8")).toMatch(/^http/);
  const page = await newPage();
  await page.goto(readFileSync(opened(), "utf8"));
  rmSync(opened());
  await enterPassword(page);
  return page;
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function logInByBrowser(): Promise<void> {
  const running = startLintel({ args: ["login", "--browser"], env });
  const page = await signIn(running);
  await page.getByRole("button", { name: "Allow" }).click();
  expect(await running.ended).toMatchObject({ code: 0 });
  await page.context().close();
}

interface Stored {
  signIns: Record<string, { accessToken: string; refreshToken: string; expiresAt: number }>;
}

const readStored = () => JSON.parse(readFileSync(credentials(), "utf8")) as Stored;

function readSignIn() {
  const [signIn] = Object.values(readStored().signIns);
  if (signIn === undefined) throw new Error("No sign-in is stored.");
  return signIn;
}

/** Lets the command believe that its access token has expired. */
function expire(): void {
  const stored = readStored();
  for (const signIn of Object.values(stored.signIns)) signIn.expiresAt = 0;
  writeFileSync(credentials(), JSON.stringify(stored));
}

const callWith = (token: string, method: string, at: string) =>
  fetch(origin + at, { method, headers: { authorization: `Bearer ${token}` } });

describe.skipIf(!hasBrowser)("lintel login with a browser", () => {
  it("signs in through the real pages, which work in both themes and on a telephone", async () => {
    const running = startLintel({ args: ["login", "--browser"], env });
    const page = await signIn(running);
    await page.waitForURL("**/oauth/consent/**");
    expect(await page.textContent("main")).toContain("lintel login");
    await checkLook(page);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL("http://127.0.0.1:*/callback?**");
    expect(await page.textContent("h1")).toBe("You are signed in");
    await checkLook(page);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain("Ada <ada@example.com>, owner");
    const { accessToken, refreshToken } = readSignIn();
    for (const secret of [accessToken, refreshToken])
      expect(ended.stdout + ended.stderr).not.toContain(secret);
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    await page.context().close();
    const who = await lintel("whoami");
    expect(who.stdout).toMatch(/Credential +`lintel login`/);
    expect(await lintel("projects", "create", "Shop")).toMatchObject({ code: 0 });
  }, 120_000);

  it("renews the tokens once for several processes at the same time", async () => {
    const before = readSignIn();
    for (let round = 0; round < 2; round += 1) {
      expire();
      const ended = await Promise.all(Array.from({ length: 5 }, () => lintel("list", "projects")));
      for (const one of ended) expect(one).toMatchObject({ code: 0, stderr: "" });
    }
    expect(readSignIn().refreshToken).not.toBe(before.refreshToken);
    expect((await lintel("whoami")).code).toBe(0);
  }, 120_000);

  it("lets the API key of the environment go first", async () => {
    const made = await runLintel({
      args: ["whoami"],
      env: { ...env, LINTEL_API_KEY: "svc_live_wrong" },
    });
    expect(made.code).toBe(4);
  });

  it("serves lintel mcp", async () => {
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`;
    const ended = await runLintel({ args: ["mcp"], env, input });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(ended.stdout)).toMatchObject({ id: 1, result: { serverInfo: {} } });
  });

  it("says what to do after the grant was revoked", async () => {
    const { accessToken } = readSignIn();
    const listed = await callWith(accessToken, "GET", "/api/oauth-grants");
    const { items } = (await listed.json()) as {
      items: { id: string; clientId: string; clientName: string }[];
    };
    expect(items).toMatchObject([{ clientId: "lintel-cli", clientName: "Lintel command line" }]);
    const id = items[0]?.id ?? "";
    const revoke = ["admin", "oauth-grant", "revoke", "--org", "acme", "--id", id];
    expect(await runServerCommand(data.path, revoke)).toMatchObject({ code: 0 });
    const ended = await lintel("whoami");
    expect(ended.stderr).toContain("has ended");
    expect(ended.stderr).toContain("Run `lintel login`");
    expect(ended.code).toBe(4);
  });

  it("ends the former sign-in at the same address, and logs out", async () => {
    await logInByBrowser();
    const { accessToken: former } = readSignIn();
    await logInByBrowser();
    expect((await callWith(former, "GET", "/api/me")).status).toBe(401);
    const { accessToken } = readSignIn();
    expect(await lintel("logout")).toMatchObject({ code: 0 });
    expect(readStored().signIns).toEqual({});
    expect((await callWith(accessToken, "GET", "/api/me")).status).toBe(401);
    const ended = await lintel("whoami");
    expect(ended.stderr).toContain("You are not signed in at");
    expect(ended.stderr).toContain("Run `lintel login`");
    expect(ended.code).toBe(4);
    expect((await lintel("logout")).stderr).toContain("You are not signed in");
  }, 120_000);

  it("stores nothing when the person denies it, and ignores answers of others", async () => {
    const running = startLintel({ args: ["login", "--browser"], env });
    const page = await signIn(running);
    const [asked = ""] = /http\S+/.exec(running.printed()) ?? [];
    const redirect = new URL(asked).searchParams.get("redirect_uri");
    expect((await fetch(`${redirect}?code=x&state=wrong`)).status).toBe(404);
    await page.getByRole("button", { name: "Deny" }).click();
    const ended = await running.ended;
    expect(ended.stderr).toContain("denied");
    expect(ended.code).toBe(4);
    expect(await page.textContent("h1")).toBe("You are not signed in");
    await page.context().close();
    expect(readStored().signIns).toEqual({});
  }, 120_000);
});

describe.skipIf(!hasBrowser)("lintel login without a browser", () => {
  it("shows a code for the page of the service", async () => {
    const running = startLintel({ args: ["login"], env });
    await running.waitFor("Waiting");
    const page = await newPage();
    await page.goto(/http\S+/.exec(running.printed())?.[0] ?? "");
    await enterPassword(page);
    await page.waitForURL("**/oauth/device?**");
    await checkLook(page);
    const code = await page.getByLabel("Code").inputValue();
    expect(running.printed()).toContain(code);
    await page.getByRole("button", { name: "Continue" }).click();
    expect(await page.textContent("main")).toContain("lintel login");
    await checkLook(page);
    await page.getByRole("button", { name: "Allow" }).click();
    expect(await page.textContent("main")).toContain("is allowed");
    await checkLook(page);
    await page.context().close();
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain("ada@example.com");
    expect((await lintel("whoami")).code).toBe(0);
  }, 120_000);

  it("takes the code by hand, and a denial", async () => {
    const running = startLintel({ args: ["login", "--device"], env });
    await running.waitFor("Waiting");
    const [, userCode = ""] = /user_code=(\S+)/.exec(running.printed()) ?? [];
    const page = await newPage();
    await page.goto(`${origin}/oauth/device`);
    await enterPassword(page);
    await page.getByLabel("Code").fill(userCode.toLowerCase());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Deny" }).click();
    const ended = await running.ended;
    expect(ended.stderr).toContain("denied");
    expect(ended.code).toBe(4);
    await page.context().close();
  }, 120_000);
});
