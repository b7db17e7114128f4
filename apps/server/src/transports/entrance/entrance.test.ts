import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { sendProblems } from "../rest/send-problem.ts";
import { serveCommand } from "./command-download.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

describe("GET /", () => {
  it("describes the service and its addresses to a program", async () => {
    const answer = await testApp.app.inject({ url: "/" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toContain("application/json");
    const { name, links } = answer.json<{ name: string; links: Record<string, string | null> }>();
    expect(name).toBe("Lintel");
    for (const link of [links["openapi"], links["health"]]) {
      expect((await testApp.app.inject({ url: link ?? "" })).statusCode).toBe(200);
    }
  });

  it("shows a browser a page without scripts, with commands to copy", async () => {
    const answer = await testApp.app.inject({
      url: "/",
      headers: { accept: "text/html,*/*;q=0.8", host: "lintel.example.com&lt;'script" },
    });
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.body).toContain("/cli/lintel.mjs.sha256 | sha256sum --check\n");
    expect(answer.body).not.toContain("&lt;'script");
    const headers = { accept: "text/html", host: 'lintel.example.com"><script>' };
    expect((await testApp.app.inject({ url: "/", headers })).statusCode).toBe(400);
    expect(answer.headers["vary"]).toBe("accept");
  });
});

describe("an address without a page", () => {
  const open = (url: string, accept = "text/html,*/*;q=0.8") =>
    testApp.app.inject({ url, headers: { accept } });

  it("shows a browser where to go on", async () => {
    for (const url of ["/login", "/us/organization", "/api-docs"]) {
      const answer = await open(url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.body).toContain(
        url.startsWith("/us/") ? `href="/us/account"` : `href="/account"`,
      );
    }
  });

  it("is a problem for a program, and where only programs call", async () => {
    const answers = [
      await open("/login", "*/*"),
      await open("/api/nothing"),
      await open("/us/api/x"),
    ];
    for (const answer of answers)
      expect(answer.json<{ code: string }>()).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("GET /cli/lintel.mjs", () => {
  it("serves the built command with a digest that sha256sum accepts", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "lintel-command-"));
    const app = fastify();
    try {
      const built = path.join(folder, "built.mjs");
      await writeFile(built, "// é\n");
      serveCommand(app, [path.join(folder, "absent.mjs"), built]);
      const command = await app.inject({ url: "/cli/lintel.mjs" });
      expect(command.headers["content-type"]).toContain("text/javascript");
      const digest = createHash("sha256").update(command.rawPayload).digest("hex");
      expect(command.headers["etag"]).toBe(`"${digest}"`);
      await writeFile(path.join(folder, "lintel.mjs"), command.rawPayload);
      const { body } = await app.inject({ url: "/cli/lintel.mjs.sha256" });
      const checked = execFileSync("sha256sum", ["--check"], { cwd: folder, input: body });
      expect(checked.toString()).toBe("lintel.mjs: OK\n");
      expect((await app.inject({ method: "HEAD", url: "/cli/lintel.mjs" })).statusCode).toBe(200);
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("says what to do if it is not built", async () => {
    const app = fastify();
    sendProblems(app);
    serveCommand(app, []);
    const answer = await app.inject({ url: "/cli/lintel.mjs" });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({
      detail: expect.stringContaining("npm run build") as string,
    });
    await app.close();
  });
});
