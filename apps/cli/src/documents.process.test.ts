import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDocumentHost, type DocumentHost } from "./testing/document-host.ts";
import { startService, type Service } from "./testing/service.ts";
import { runLintel, type SpawnOptions } from "./testing/spawn-lintel.ts";

const shop = (title: string) => `openapi: 3.1.0
info: { title: ${title}, version: 1.4.0 }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        "200":
          description: The books
          content:
            application/json:
              schema: { type: object, required: [id], properties: { id: { type: string } } }
`;

const oddities = `openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
paths:
  /a/{one}/{two}/{three}/{four}:
    get: { responses: { "200": { description: Fine } } }
  /b:
    get:
      responses:
        "200":
          description: Fine
          content: { application/json: { schema: { $ref: "https://example.com/b.json#/B" } } }
`;

const swagger = '{ "swagger": "1.2", "info": { "title": "Old", "version": "1" }, "paths": {} }';

let service: Service;
let host: DocumentHost;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "lintel-documents-"));
  service = await startService();
  host = await startDocumentHost({
    "/shop.yaml": { body: shop("Hosted"), headers: { "content-type": "application/yaml" } },
    "/moved": { status: 302, headers: { location: "/shop.yaml" } },
    "/page": { body: "<!doctype html>", headers: { "content-type": "text/html" } },
    "/huge": { body: Buffer.alloc(21 * 1024 * 1024, 32) },
    "/broken": { status: 500, body: "no" },
  });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const lintel = (args: readonly string[], options: Partial<SpawnOptions> = {}) =>
  runLintel({
    ...options,
    args,
    env: {
      LINTEL_URL: service.url,
      LINTEL_API_KEY: service.key,
      LINTEL_PROJECT: "Book Shop",
      XDG_CONFIG_HOME: path.join(folder, "config"),
      ...options.env,
    },
  });

/** Without a service, a key or a project. */
const alone = (args: readonly string[], options: Partial<SpawnOptions> = {}) =>
  runLintel({ ...options, args, env: { XDG_CONFIG_HOME: path.join(folder, "config") } });

function store(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe("lintel import openapi", () => {
  it("creates a specification from a file and reports the import", async () => {
    const ended = await lintel(["import", "openapi", store("shop.yaml", shop("Shop"))]);
    expect(ended.stderr).toBe("");
    expect(ended.stdout).toBe(
      "Imported Shop, version 1.4.0 (draft, OpenAPI 3.1): 1 endpoint\nThe document is valid OpenAPI.\n",
    );
    expect(ended.code).toBe(0);
    const listed = await lintel(["list", "specs"]);
    expect(listed.stdout).toMatch(/^NAME +NEWEST +VERSIONS +OPENAPI +CHANGED +ID\n/);
    expect(listed.stdout).toMatch(/^Shop +1\.4\.0 +1 +3\.1 +\d{4}-/m);
  });

  it("reads standard input, and uses the requested name and version", async () => {
    const args = ["import", "openapi", "-", "--name", "Piped", "--new-version", "9.0.0", "--json"];
    const ended = await lintel(args, { input: shop("Other") });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      isPreview: false,
      isNew: true,
      spec: { name: "Piped", version: "9.0.0" },
    });
    expect(ended.code).toBe(0);
  });

  it("reads an address itself, through a redirect, without sending the key", async () => {
    const ended = await lintel(["import", "openapi", `${host.url}/moved`]);
    expect(ended.stdout).toContain("Imported Hosted, version 1.4.0");
    expect(host.asked.length).toBeGreaterThan(1);
    expect(JSON.stringify(host.asked)).not.toContain(service.key);
  });

  it("groups warnings, shows the first of each kind, and all when asked", async () => {
    const file = store("odd.yaml", oddities);
    const ended = await lintel(["import", "openapi", file, "--preview"]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("Nothing was stored.");
    expect(ended.stdout).toContain("The document is not valid OpenAPI; it was imported completely");
    expect(ended.stdout).toMatch(/\(4 times\)\n/);
    expect(ended.stdout).toContain("… and 1 more: --all-warnings shows them");
    expect(ended.stdout).toContain("https://example.com/b.json");
    const all = await lintel(["import", "openapi", file, "--preview", "--all-warnings"]);
    expect(all.stdout).not.toContain("--all-warnings");
    expect(all.stdout.match(/^ {6}\/paths\/~1a/gm)).toHaveLength(4);
    expect((await lintel(["list", "specs"])).stdout).not.toContain("Odd");
  });

  it.each([
    ["a: [1,\n  b: }\n", 1, /\(line 2, column \d+\)/, "Correct the errors in the document"],
    [swagger, 1, /Swagger/, "version 2.0 is read"],
    ["", 1, /empty/, "Correct the errors in the document"],
    ["- a\n- b\n", 1, /object of members/, "Correct the errors in the document"],
  ])("refuses %j with exit code %i", async (text, code, what, fix) => {
    const ended = await lintel(["import", "openapi", store("bad.yaml", text)]);
    expect(ended.stderr).toMatch(what);
    expect(ended.stderr).toContain(fix);
    expect(ended.stdout).toBe("");
    expect(ended.code).toBe(code);
  });

  it.each([
    ["/missing", 5, "HTTP 404"],
    ["/broken", 3, "HTTP 500"],
    ["/page", 1, "is a web page"],
    ["/huge", 1, "at most 20.0 MB"],
  ])("explains why the address %s gives no document, with exit code %i", async (at, code, what) => {
    const ended = await lintel(["import", "openapi", `${host.url}${at}`]);
    expect(ended.stderr).toContain(what);
    expect(ended.code).toBe(code);
  });

  it("never prints the password of an address", async () => {
    const ended = await lintel([
      "import",
      "openapi",
      `${host.url.replace("//", "//me:s3cret@")}/missing`,
    ]);
    expect(ended.stderr).not.toContain("s3cret");
    expect(host.asked.at(-1)).toMatchObject({ authorization: `Basic ${btoa("me:s3cret")}` });
  });

  it("refuses a file that is too large or missing, and an address without a server", async () => {
    const huge = await lintel(["import", "openapi", store("huge", " ".repeat(21 * 1024 * 1024))]);
    expect(huge.stderr).toContain("at most 20.0 MB");
    expect(huge.code).toBe(1);
    const missing = await lintel(["import", "openapi", path.join(folder, "nowhere.yaml")]);
    expect(missing).toMatchObject({ code: 2 });
    const closed = await startDocumentHost({});
    await closed[Symbol.asyncDispose]();
    const silent = await lintel(["import", "openapi", `${closed.url}/openapi.json`]);
    expect(silent.stderr).toContain("nothing listens at that address");
    expect(silent.code).toBe(3);
  });

  it.each([
    [["--project", "Nope"], {}, 5, 'no project "Nope"'],
    [[], { LINTEL_API_KEY: "" }, 4, "lintel login"],
    [["--spec", "Nope", "--yes"], {}, 5, 'no specification "Nope"'],
    [["--prefer", "mine"], {}, 2, "--spec"],
    [["--spec", "Shop", "--name", "New"], {}, 2, "one of the two"],
  ])("refuses %j with %j and exit code %i", async (more, env, code, what) => {
    const args = ["import", "openapi", store("again.yaml", shop("Again")), ...more];
    const ended = await lintel(args, { env });
    expect(ended.stderr).toContain(what);
    expect(ended.code).toBe(code);
  });

  it("refuses a name that is taken, with a remedy", async () => {
    const ended = await lintel(["import", "openapi", store("shop.yaml", shop("Shop"))]);
    expect(ended.stderr).toContain("--spec NAME");
    expect(ended.code).toBe(2);
  });
});

describe("lintel lint", () => {
  it("lists violations of the rules, and fails a pipeline", async () => {
    const file = store("lint.yaml", shop("Linted"));
    await lintel(["import", "openapi", file]);
    const reported = await lintel(["lint", "Linted", "--fail-on", "never"]);
    expect(reported.stdout).toContain("Linted, version 1.4.0");
    expect(reported.code).toBe(0);
    const asJson = await lintel(["lint", "Linted", "--json", "--fail-on", "never"]);
    const report = JSON.parse(asJson.stdout) as { total: number };
    expect(report.total).toBeGreaterThan(0);
    expect(await lintel(["lint", "Linted", "--fail-on", "warn"])).toMatchObject({ code: 1 });
    expect(await lintel(["lint", "Nobody"])).toMatchObject({ code: 5 });
  });
});

describe("lintel export", () => {
  it("prints the newest version, and writes a complete file", async () => {
    const printed = await lintel(["export", "Shop"]);
    expect(JSON.parse(printed.stdout)).toMatchObject({ info: { title: "Shop" } });
    const file = path.join(folder, "out", "shop.yaml");
    const ended = await lintel(["export", "Shop", "--format", "yaml", "--output", file]);
    expect(ended.stdout).toBe(`Written: ${file} (version 1.4.0)\n`);
    expect(readFileSync(file, "utf8")).toMatch(/^openapi: /m);
    expect(readdirSync(path.dirname(file))).toEqual(["shop.yaml"]);
  });

  it("returns the exact bytes of the original", async () => {
    const text = `${shop("Verbatim")}# no end of line`;
    await lintel(["import", "openapi", store("verbatim.yaml", text)]);
    const ended = await lintel(["export", "Verbatim", "--format", "original"]);
    expect(ended.stdout).toBe(text);
  });

  it("reports what another version of OpenAPI cannot express", async () => {
    const text = shop("Downward").replace("3.1.0", "3.2.0").replace("    get:", "    query:");
    await lintel(["import", "openapi", store("downward.yaml", text)]);
    const ended = await lintel(["export", "Downward", "--openapi", "3.0"]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain("OpenAPI 3.0 cannot express");
    expect(ended.stderr).toContain("/paths/~1books/query");
    const same = await lintel(["export", "Downward", "--openapi", "3.2"]);
    expect(same.stderr).toBe("");
  });

  it("writes nothing if it is refused", async () => {
    const file = path.join(folder, "never.json");
    const to = ["--output", file];
    expect(await lintel(["export", "Shopp", ...to])).toMatchObject({ code: 5 });
    const version = await lintel(["export", "Shop", "--version", "7.7.7", ...to]);
    expect(version.stderr).toContain("There are: 1.4.0");
    expect(version.code).toBe(5);
    const original = ["export", "Shop", "--format", "original", "--openapi", "3.0", ...to];
    expect(await lintel(original)).toMatchObject({ code: 2 });
    expect(existsSync(file)).toBe(false);
    const there = await lintel(["export", "Shop", "--output", folder]);
    expect(there.stderr).toContain("it is a folder");
    expect(there.code).toBe(2);
  });
});

describe("lintel compare", () => {
  const before = () => store("before.yaml", shop("Shop"));
  const after = () => store("after.yaml", shop("Shop").replaceAll("/books", "/volumes"));

  it("needs no service for two files, prints the verdict first, and exits with 1", async () => {
    const ended = await alone(["compare", before(), after()]);
    const [names, verdict, counts] = ended.stdout.split("\n");
    expect(names).toBe(`${before()} → ${after()}`);
    expect(verdict).toBe("✗ Breaking changes for clients. Next version: major.");
    expect(counts).toBe("1 breaking, 1 other; endpoints: 1 added, 1 removed");
    expect(ended.stdout).toContain("  GET /books\n    ✗ ");
    expect(ended.stdout).toMatch(/Breaking \(1\)[^]*endpoint-removed[^]*Other changes \(1\)/);
    expect(ended.code).toBe(1);
  });

  it("finds no changes between a document and itself", async () => {
    const ended = await alone(["compare", before(), "-"], { input: shop("Shop") });
    expect(ended.stdout).toContain("✓ Nothing changed");
    expect(ended.code).toBe(0);
  });

  it.each([
    [["--fail-on", "never"], 0],
    [["--rule", "endpoint-removed=warn"], 0],
    [["--rule", "endpoint-removed=warn", "--fail-on", "warn"], 1],
    [["--rule", "endpoint-removed=off", "--fail-on", "warn"], 0],
    [["--rule", "endpoint-gone=off"], 2],
    [["--rule", "endpoint-removed"], 2],
    [["--rule", "endpoint-removed=fatal"], 2],
  ])("with %j exits %i", async (more, code) => {
    const ended = await alone(["compare", before(), after(), ...more]);
    expect(ended.code).toBe(code);
    if (code === 2) expect(ended.stderr).toContain("--rules");
  });

  it("writes JSON and Markdown, to stdout or a file", async () => {
    const json = await alone(["compare", before(), after(), "--format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      exitCode: 1,
      verdict: "breaking",
      semverBump: "major",
      changes: [{ rule: "endpoint-removed" }, { rule: "endpoint-added" }],
    });
    const file = path.join(folder, "CHANGES.md");
    const markdown = ["--format", "markdown", "--output", file];
    const ended = await alone(["compare", before(), after(), ...markdown]);
    expect(ended.stdout).toContain(`Written: ${file}`);
    expect(readFileSync(file, "utf8")).toContain("## Breaking changes");
    expect(ended.code).toBe(1);
  });

  it("summarises in GitHub Actions", async () => {
    const summary = path.join(folder, "summary.md");
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
    await lintel(["compare", before(), after()], { env });
    const text = readFileSync(summary, "utf8");
    expect(text).toMatch(/^### ❌ .*before\\\.yaml → /);
    expect(text).toMatch(/^#### Breaking changes$/m);
  });

  it("compares an address and a version on the service", async () => {
    await lintel(["import", "openapi", store("compared.yaml", shop("Compared"))]);
    const same = await lintel(["compare", "Compared@1.4.0", `${host.url}/shop.yaml`]);
    expect(same.stdout).toMatch(/^Compared 1\.4\.0 → http/);
    expect(same.code).toBe(0);
    const broken = await lintel(["compare", "Compared@", after()]);
    expect(broken.stdout).toContain("Breaking changes for clients");
    expect(broken.code).toBe(1);
  });

  it.each([
    [["compare"], 2, "BEFORE AFTER"],
    [["compare", "-", "-"], 2, "cannot be both"],
    [["compare", "nowhere.yaml", "-"], 2, "There is no file nowhere.yaml"],
    [["compare", "Shop@9.9.9", "Shop@"], 5, "There are: 1.4.0"],
    [["compare", "Nope@1.0.0", "Shop@"], 5, 'no specification "Nope"'],
    [["compare", "Shop@", "Shop@", "-p", "Nope"], 5, 'no project "Nope"'],
  ])("refuses %j with exit code %i", async (args, code, what) => {
    const ended = await lintel(args);
    expect(ended.stderr).toContain(what);
    expect(ended.code).toBe(code);
  });

  it("needs a key for the service, and locates errors in a document", async () => {
    const keyless = await alone(["compare", "Shop@", before(), "-p", "x"]);
    expect(keyless.code).toBe(4);
    const wrong = await alone(["compare", before(), store("wrong.json", '{ "openapi": nope }')]);
    expect(wrong.stderr).toMatch(/wrong\.json cannot be read .*\(line 1, column \d+\)/);
    expect(wrong.code).toBe(1);
    const old = await alone(["compare", store("old.json", swagger), before()]);
    expect(old.stderr).toContain("version 2.0 is read");
    expect(old.code).toBe(1);
  });

  it("lists its rules", async () => {
    const { stdout, code } = await alone(["compare", "--rules"]);
    expect(stdout).toMatch(/^RULE +DEFAULT +FINDS\n/);
    expect(stdout).toMatch(/^endpoint-removed +breaking +An endpoint is gone\.$/m);
    expect(code).toBe(0);
  });
});
