import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTargetApi, type TargetApi } from "@lintel/server/testing/target-api";
import { startService, type Service } from "./testing/service.ts";
import { runLintel, startLintel, type SpawnOptions } from "./testing/spawn-lintel.ts";

const root = path.join(import.meta.dirname, "../../..");

let service: Service;
let target: TargetApi;
let folder: string;
let stagingId: string;
let smokeId: string;

const smoke = `
name: Smoke
cases:
  - name: List books
    tags: [read]
    request: { method: GET, url: /books }
    assertions: [{ source: status, operator: equals, expected: 200 }]
  - name: Show a book
    tags: [read, one]
    request: { method: GET, url: "/books/{{book}}" }
    assertions: [{ source: jsonPath, path: $.path, operator: endsWith, expected: "{{book}}" }]
variables: { book: b1 }
`;

const mixed = `
name: Mixed
folder: deep/er
cases:
  - name: Good
    request: { method: GET, url: /ok }
  - name: "Bad, 50%: <b>"
    request: { method: GET, url: /status/500 }
    assertions:
      - { source: status, operator: equals, expected: 200 }
      - { source: header, name: content-type, operator: contains, expected: json }
  - name: Write
    request: { method: POST, url: /ok }
`;

const slow = `
name: Slow
cases:
  - name: Takes its time
    request: { method: GET, url: "/slow?ms=20000" }
`;

const unresolved = `
name: Unresolved
cases:
  - name: Needs a token
    request: { method: GET, url: "/x/{{token}}" }
`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "lintel-cli-"));
  target = await startTargetApi();
  service = await startService();
  stagingId = await service.makeEnvironment({ name: "Staging", baseUrl: target.url });
  await service.makeEnvironment({ name: "Frozen", baseUrl: target.url, isReadOnly: true });
  smokeId = await service.pushSuite(smoke);
  for (const yaml of [mixed, slow, unresolved]) await service.pushSuite(yaml);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const baseEnv = () => ({
  LINTEL_URL: service.url,
  LINTEL_API_KEY: service.key,
  LINTEL_PROJECT: "Book Shop",
  XDG_CONFIG_HOME: path.join(folder, "config"),
});

/** Runs the command with address, key and project set. */
const lintel = (args: readonly string[], options: Partial<SpawnOptions> = {}) =>
  runLintel({ ...options, args, env: { ...baseEnv(), ...options.env } });

const inFolder = (...names: string[]) => path.join(folder, ...names);

describe("lintel run", () => {
  it("runs a suite by name and exits 0 when all passed", async () => {
    const ended = await lintel(["run", "Smoke", "--env", "Staging"]);
    expect(ended.stderr).toBe("");
    expect(ended.stdout).toMatch(
      /^Smoke on Staging\n {2}✓ passed {3}List books {3}\d+ ms\n {2}✓ passed {3}Show a book {2}\d+ ms\n2 passed of 2 in \d+ ms\nPassed\n$/,
    );
    expect(ended.code).toBe(0);
  });

  it("takes ids and a slug as well as names", async () => {
    const args = ["run", smokeId, "-e", stagingId, "-p"];
    expect(await lintel([...args, service.projectId])).toMatchObject({ code: 0 });
    expect(await lintel([...args, "book-shop"])).toMatchObject({ code: 0 });
  });

  it("exits 1 when a case failed, with expected and actual beneath it", async () => {
    const ended = await lintel(["run", "deep/er/Mixed", "--env", "Staging"]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain("✗ failed   Bad, 50%: <b>");
    expect(ended.stdout).toMatch(/status.*200.*got 500/);
    expect(ended.stdout).toMatch(/GET http:\S+\/status\/500 → 500/);
    expect(ended.stdout).not.toMatch(/content-type/);
    expect(ended.stdout).toContain("2 passed, 1 failed of 3");
  });

  it("fails on blocked cases only with --fail-on-blocked", async () => {
    const only = ["run", "Mixed", "-e", "Frozen", "--case", "Good", "--case", "Write"];
    const lenient = await lintel(only);
    expect(lenient.stdout).toContain("⊘ blocked  Write");
    expect(lenient.code).toBe(0);
    const strict = await lintel([...only, "--fail-on-blocked"]);
    expect(strict.stdout).toContain("Failed: a case was blocked");
    expect(strict.code).toBe(1);
    const nothing = await lintel(["run", "Mixed", "-e", "Frozen", "--case", "Write"]);
    expect(nothing.stdout).toContain("nothing passed");
    expect(nothing.code).toBe(1);
  });

  it("selects cases by tag, name and id, and passes options on", async () => {
    const tagged = await lintel([
      "run",
      "Smoke",
      "-e",
      "Staging",
      "--tag",
      "one",
      "--var",
      "book=b77",
    ]);
    expect(tagged.stdout).toContain("1 passed of 1");
    expect(target.reached.some(({ path: reached }) => reached === "/books/b77")).toBe(true);
    const repeated = await lintel(
      "run Smoke -e Staging --iterations 3 --threads 2 --delay 1 --on-error stop --case"
        .split(" ")
        .concat("List books"),
    );
    expect(repeated.stdout).toContain("List books #3");
    expect(repeated.stdout).toContain("3 passed of 3");
  });

  it("writes every requested report, one of them to stdout", async () => {
    const junit = inFolder("reports", "deep", "junit.xml");
    const ended = await lintel(
      ["run", "Mixed", "-e", "Staging", "--report", "json=-"].concat(
        ["--report", `junit=${junit}`],
        ["--report", `html=${inFolder("r.html")}`],
      ),
    );
    expect(ended.code).toBe(1);
    expect(readFileSync(junit, "utf8")).toMatch(/^<\?xml.*<testcase /s);
    expect(readFileSync(inFolder("r.html"), "utf8")).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(ended.stdout)).toMatchObject({ suiteName: "Mixed", failedTests: 1 });
    expect(ended.stderr).toContain("✗ failed");
    expect(ended.stderr).toContain(`Report: junit in ${junit}`);
  });

  it("prints one document with --json and nothing else on stdout", async () => {
    const ended = await lintel(["run", "Mixed", "-e", "Staging", "--json"]);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      exitCode: 1,
      outcome: "failed",
      passedTests: 2,
      failedTests: 1,
      results: [{ name: "Good" }, { verdict: "failed" }, { name: "Write" }],
      reports: [],
    });
    expect(ended.stderr).toContain("Failed");
  });

  it("prints with --quiet only cases that did not pass, and the verdict", async () => {
    const good = await lintel(["run", "Smoke", "-e", "Staging", "--quiet"]);
    expect(good.stdout).toMatch(/^2 passed of 2 in .*\nPassed\n$/);
    const bad = await lintel(["run", "Mixed", "-e", "Staging", "-q"]);
    expect(bad.stdout).toMatch(/^ {2}✗ failed {3}Bad/);
    expect(bad.stdout).not.toContain("Good");
  });

  it("annotates and summarises in GitHub Actions", async () => {
    const summary = inFolder("summary.md");
    const ended = await lintel(["run", "Mixed", "-e", "Staging"], {
      env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary },
    });
    expect(ended.stdout).toMatch(
      /^::error title=deep\/er\/Mixed%3A Bad%2C 50%25%3A <b>::.*got 500$/m,
    );
    expect(ended.stdout.match(/^::/gm)).toHaveLength(1);
    expect(readFileSync(summary, "utf8")).toContain("### ❌ deep\\/er\\/Mixed on Staging");
  });

  it("keeps its exit code if the reader of its output exits", async () => {
    const args = ["run", "Mixed", "-e", "Staging", "--json"];
    const { child, ended } = startLintel({ args, env: baseEnv() });
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 1 });
  });

  it("reads variables from files and the command line", async () => {
    writeFileSync(inFolder("v.json"), '{"book":"from-file","other":1}');
    const args = ["run", "Smoke", "-e", "Staging", "--var-file", inFolder("v.json")];
    expect(await lintel(args)).toMatchObject({ code: 0 });
    expect(target.reached.some(({ path: reached }) => reached === "/books/from-file")).toBe(true);
  });

  it("cancels the run at the timeout and exits with 3", async () => {
    const ended = await lintel(["run", "Slow", "-e", "Staging", "--timeout", "1"]);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain("The timeout has expired");
    expect(ended.stderr).toContain("The service has ended the tests of run");
    await expectCancelled();
  });

  it("writes the requested reports at the timeout", async () => {
    const junit = inFolder("late", "junit.xml");
    const args = ["run", "Slow", "-e", "Staging", "--timeout", "1"];
    const ended = await lintel([...args, "--report", `junit=${junit}`]);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain(`Report: junit in ${junit}`);
    expect(ended.stderr).toContain("1 of 1 cases have a result");
    expect(readFileSync(junit, "utf8")).toContain('name="Takes its time"');
  });

  it("writes the requested reports on Ctrl-C", async () => {
    const args = ["run", "Slow", "-e", "Staging", "--report", "json=-"];
    const { child, ended } = startLintel({ args, env: baseEnv() });
    await expect.poll(listRunning).toHaveLength(1);
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "cancelled", suiteName: "Slow" });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("cancels the run on %s and exits 3", async (signal) => {
    const args = ["run", "Slow", "-e", "Staging", "--json"];
    const { child, ended } = startLintel({ args, env: baseEnv() });
    await expect.poll(listRunning).toHaveLength(1);
    child.kill(signal);
    const { code, stderr, stdout } = await ended;
    expect(code).toBe(3);
    expect(stderr).toContain("Interrupted");
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 3, error: { code: "INTERRUPTED" } });
    await expectCancelled();
  });
});

async function listRuns() {
  const { projectId } = service;
  const runs = await service.client.call("listRuns", { projectId, take: 20 });
  if (!runs.ok) throw new Error(runs.problem.detail);
  return runs.value.items;
}

async function listRunning() {
  return (await listRuns()).filter(({ status }) => status === "running");
}

async function expectCancelled(): Promise<void> {
  const newest = async () => (await listRuns())[0]?.outcome;
  await expect.poll(newest).toBe("cancelled");
}

describe("lintel run refuses", () => {
  it.each([
    [["run", "Smoek"], 5, 'no suite "Smoek"', "Close: Smoke"],
    [["run", "Smoke", "-e", "staging"], 5, 'no environment "staging"', "Close: Staging"],
    [["run", "Smoke", "-p", "Bookshop"], 5, 'no project "Bookshop"', "Close: Book Shop"],
    [["run", "Smoke", "-e", "Staging", "--case", "List"], 5, 'no case "List"', "List books"],
    [["run", "01a1f900-0000-7000-8000-000000000000"], 5, "suite", "lintel list suites"],
    [["run", "Unresolved", "-e", "Staging"], 2, "token", "--var"],
    [["run", "Smoke", "-e", "Staging", "--tag", "nope"], 2, 'tag "nope"', "one, read"],
    [["run", "Smoke"], 2, "No environment is chosen", "Frozen, Staging"],
    [["run"], 2, "needs SUITE", "lintel help run"],
    [["run", "a", "b"], 2, 'does not take "b"', "Usage"],
    [
      ["run", "Smoke", "--report", "junit=/proc/x/y"],
      2,
      "/proc/x/y",
      "a path that you can write to",
    ],
    [["run", "Smoke", "--report", "pdf=x"], 2, '--report cannot be "pdf=x"', "junit=report.xml"],
    [["runn", "Smoke"], 2, "no command runn", "Did you mean run"],
    [["suites"], 0, "suites pull", "suites push"],
    [
      ["import", "openapi.yaml"],
      2,
      "no command import openapi.yaml",
      "import openapi openapi.yaml?",
    ],
    [["suites", "pul"], 2, "no command suites pul", "suites pull"],
  ])("%j with exit code %i", async (args, code, what, fix) => {
    const ended = await lintel(args);
    expect(ended.stdout + ended.stderr).toContain(what);
    expect(ended.stdout + ended.stderr).toContain(fix);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.code).toBe(code);
  });

  it("an address with a path, and reports where it is from", async () => {
    const ended = await lintel(["list", "projects"], { env: { LINTEL_URL: `${service.url}/api` } });
    expect(ended.stderr).toContain(`Lintel answers at ${service.url}, but not below /api`);
    expect(ended.stderr).toContain("is from LINTEL_URL");
    expect(ended.code).toBe(2);
  });

  it("a name that two suites have, and lists them", async () => {
    await service.pushSuite("name: Twin\nfolder: one\ncases: []\n");
    await service.pushSuite("name: Twin\nfolder: two\ncases: []\n");
    const ended = await lintel(["run", "Twin", "-e", "Staging"]);
    expect(ended.stderr).toContain('2 suites have the name "Twin"');
    expect(ended.stderr).toContain("one/Twin");
    expect(ended.stderr).toContain("FOLDER/NAME");
    expect(ended.code).toBe(5);
  });

  it.each([
    [{ LINTEL_API_KEY: "svc_live_wrong" }, "--region us"],
    [{ LINTEL_API_KEY: "" }, "lintel login"],
    [{ LINTEL_REGION: "us" }, "--region eu"],
  ])("a credential (%j) with exit code 4", async (env, fix) => {
    const ended = await lintel(["run", "Smoke", "-e", "Staging"], { env });
    expect(ended.stderr).toContain(fix);
    expect(ended.stderr).not.toContain("svc_live_wrong");
    expect(ended.code).toBe(4);
  });

  it("shows where an error occurred only with LINTEL_DEBUG=1", async () => {
    const ended = await lintel(["run", "Smoek"], { env: { LINTEL_DEBUG: "1" } });
    expect(ended.stderr).toMatch(/^\s+at /m);
  });
});

describe("a script of npm", () => {
  it("takes paths from the folder in which npm was called", async () => {
    const env = { npm_lifecycle_event: "lintel", INIT_CWD: inFolder(".") };
    writeFileSync(inFolder("near.yaml"), "name: Near\ncases: []\n");
    const ended = await lintel(["suites", "push", "near.yaml"], { env });
    expect(ended.stdout).toBe("near.yaml: new suite, 0 cases\n");
  });
});

describe("lintel login, whoami and config", () => {
  const alone = () => ({ LINTEL_API_KEY: "", LINTEL_PROJECT: "", LINTEL_URL: "" });

  it("stores a valid key, and uses it from then on", async () => {
    const env = { ...alone(), XDG_CONFIG_HOME: inFolder("login") };
    const login = ["login", "--key-stdin", "--url", service.url];
    const ended = await lintel(login, { env, input: `${service.key}\n` });
    expect(ended.stderr).toBe("");
    expect(ended.stdout).toContain("Olive Owner");
    expect(ended.stdout).not.toContain(service.key);
    expect((await lintel(["whoami"], { env })).stdout).toContain("Olive Owner");
    await lintel(["config", "set", "project", "Book Shop"], { env });
    await lintel(["config", "set", "environment", "Staging"], { env });
    expect(await lintel(["run", "Smoke"], { env })).toMatchObject({ code: 0 });
    const list = await lintel(["config", "list"], { env });
    expect(list.stdout).toMatch(/key +svc_live_\w{4}••••/);
    expect(list.stdout).not.toContain(service.key);
    expect((await lintel(["config", "get", "project"], { env })).stdout).toBe("Book Shop\n");
    expect(await lintel(["config", "unset", "key"], { env })).toMatchObject({ code: 0 });
    expect(await lintel(["whoami"], { env })).toMatchObject({ code: 4 });
    expect(await lintel(["config", "get", "key"], { env })).toMatchObject({ code: 5 });
  });

  it("stores nothing when the key is refused", async () => {
    const env = { ...alone(), XDG_CONFIG_HOME: inFolder("refused"), LINTEL_URL: service.url };
    const ended = await lintel(["login"], { env: { ...env, LINTEL_API_KEY: "svc_live_wrong" } });
    expect(ended.code).toBe(4);
    const { stdout } = await lintel(["config", "path"], { env });
    expect(stdout).toBe(`${inFolder("refused", "lintel", "config.json")}\n`);
    expect((await lintel(["config", "list"], { env })).stderr).toContain(
      "The config file is empty",
    );
  });

  it.each([
    [["login", "--key"], "no key to store"],
    [["login", "--key", "--device"], "do not go together"],
    [["login", "--key-stdin"], "The key is empty"],
    [["config", "set", "key", "svc_live_x"], "histories and logs"],
    [["config", "set", "url", "nonsense"], "url cannot be"],
    [["config", "set", "url"], "a value"],
    [["config", "get", "colour"], "no setting"],
    [["config", "show"], 'does not know "show"'],
  ])("refuses %j with exit code 2", async (args, what) => {
    const env = { ...alone(), XDG_CONFIG_HOME: inFolder("usage") };
    const ended = await lintel(args, { env });
    expect(ended.stderr).toContain(what);
    expect(ended.code).toBe(2);
  });

  it("shows the caller as JSON", async () => {
    const { stdout } = await lintel(["whoami", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ url: service.url, user: { role: "owner" } });
  });
});

describe("lintel list and suites", () => {
  it("lists through every page, as a table and as JSON", async () => {
    const { projectId } = service;
    for (let at = 0; at < 101; at += 1) {
      const made = await service.client.call("createSuite", {
        projectId,
        name: `Suite ${at}`,
        folder: "many",
      });
      expect(made.ok).toBe(true);
    }
    const json = await lintel(["list", "suites", "--json"]);
    const names = (JSON.parse(json.stdout) as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("Suite "))).toHaveLength(101);
    expect(new Set(names).size).toBeGreaterThan(101);
    const table = await lintel(["list", "environments"]);
    expect(table.stdout).toMatch(/^NAME +TYPE +BASE URL +WRITES +ID\n/);
    expect(table.stdout).toMatch(/^Frozen .* blocked /m);
    const projects = await lintel(["list", "projects"]);
    expect(projects.stdout).toMatch(/^Book Shop +book-shop +owner /m);
  });

  it("writes a suite as a file and stores it again with changes", async () => {
    mkdirSync(inFolder("suites"), { recursive: true });
    const file = inFolder("suites", "below", "smoke.yaml");
    expect(await lintel(["suites", "pull", "Smoke", file])).toMatchObject({ code: 0 });
    const yaml = readFileSync(file, "utf8");
    expect((await lintel(["suites", "pull", smokeId])).stdout).toBe(yaml);
    const unchanged = await lintel(["suites", "push", file]);
    expect(unchanged.stdout).toBe(`${file}: suite, nothing changed\n`);
    const copy = inFolder("suites", "copy.yaml");
    writeFileSync(copy, yaml.replace("name: Smoke", "name: Copied"));
    const both = await lintel(["suites", "push", copy, "-"], {
      input: yaml.replace("name: Smoke", "name: Copied").replace("List books", "List all books"),
    });
    expect(both.stdout).toContain(`${copy}: new suite, 2 cases\n`);
    expect(both.stdout).toContain("-: suite, 1 added, 0 changed, 1 removed\n");
    const withData = `${yaml}data:\n  format: json\n  text: '[{"n":1}]'\n`;
    const reported = await lintel(["suites", "push", "-"], { input: withData });
    expect(reported.stdout).toBe(
      "-: suite, 0 added, 0 changed, 0 removed; changed of the suite itself: data\n",
    );
    expect(await lintel(["suites", "push", file])).toMatchObject({ code: 0 });
  });

  it.each([
    ["nothing: here\n", "Could not store"],
    ["name: [unclosed\n", "Could not store"],
    ["", "is empty"],
  ])("refuses a file with the content %j with exit code 2", async (text, what) => {
    const file = inFolder("wrong.yaml");
    writeFileSync(file, text);
    const ended = await lintel(["suites", "push", file]);
    expect(ended.stderr).toContain(what);
    expect(ended.stderr).toContain(file);
    expect(ended.code).toBe(2);
  });

  it("sends no file when one of them cannot be read", async () => {
    writeFileSync(inFolder("ok.yaml"), "name: Never stored\ncases: []\n");
    const ended = await lintel(["suites", "push", inFolder("ok.yaml"), inFolder("missing.yaml")]);
    expect(ended.code).toBe(2);
    const { stdout } = await lintel(["list", "suites"]);
    expect(stdout).not.toContain("Never stored");
  });
});

describe("the bundle", () => {
  it("does all of it without the checkout and without dependencies", async () => {
    const dist = inFolder("dist");
    execFileSync(process.execPath, [path.join(root, "tools/build-cli.ts"), dist], { cwd: folder });
    const entry = path.join(dist, "lintel.mjs");
    const manifest: unknown = JSON.parse(readFileSync(path.join(dist, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "@lintel/cli", bin: { lintel: "lintel.mjs" } });
    expect(manifest).not.toHaveProperty("dependencies");
    expect(readFileSync(entry, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    const version = execFileSync(entry, ["--version"], {
      encoding: "utf8",
      env: { PATH: `${path.dirname(process.execPath)}:${process.env["PATH"] ?? ""}` },
    });
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
    const options = { entry, cwd: dist };
    expect(await lintel(["help", "run"], options)).toMatchObject({ code: 0, stderr: "" });
    const ended = await lintel(["run", "Mixed", "-e", "Staging", "--json"], options);
    expect(JSON.parse(ended.stdout)).toMatchObject({ exitCode: 1, failedTests: 1 });
    expect((await lintel(["run", "Smoek"], options)).code).toBe(5);
    expect((await lintel(["list", "projects"], options)).stdout).toContain("Book Shop");
    const document = path.join(root, "apps/bookshop/openapi.yaml");
    const compared = await lintel(["compare", document, document], options);
    expect(compared.stdout).toContain("Nothing changed");
  });
});
