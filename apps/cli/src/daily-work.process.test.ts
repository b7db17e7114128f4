import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTargetApi, type TargetApi } from "@lintel/server/testing/target-api";
import { startService, type Service } from "./testing/service.ts";
import { makeFolder, runLintel, type SpawnOptions } from "./testing/spawn-lintel.ts";

let service: Service;
let target: TargetApi;
let folder: Awaited<ReturnType<typeof makeFolder>>;

beforeAll(async () => {
  folder = await makeFolder();
  target = await startTargetApi();
  service = await startService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const lintel = (args: readonly string[], options: Partial<SpawnOptions> = {}) =>
  runLintel({
    ...options,
    args,
    env: {
      LINTEL_URL: service.url,
      LINTEL_API_KEY: service.key,
      LINTEL_PROJECT: "Book Shop",
      XDG_CONFIG_HOME: folder.path,
    },
  });

const suite = (name: string) => `name: ${name}
cases:
  - name: Sends its token
    tags: [auth]
    request: { method: GET, url: /ok, headers: { x-token: "{{token}}" } }
    assertions: [{ source: status, operator: equals, expected: 200 }]
`;

describe("an empty project", () => {
  it.each([
    ["environments", "lintel environments create NAME --base-url URL"],
    ["suites", "lintel suites push FILE"],
    ["specs", "lintel import openapi FILE"],
  ])("names the command that creates the first of its %s", async (kind, next) => {
    const ended = await lintel([kind, "list"]);
    expect(ended.stderr).toContain(`There are no ${kind} yet. Next: \`${next}\``);
    expect((await lintel(["list", kind])).stderr).toBe(ended.stderr);
  });

  it("is reported, with or without a named environment", async () => {
    await service.pushSuite(suite("First"));
    const named = await lintel(["run", "First", "--env", "staging"]);
    expect(named.stderr).toContain("lintel environments create");
    const none = await lintel(["run", "First"]);
    expect(none.stderr).toContain("The project has no environments yet");
    expect(none.stderr).toContain("lintel environments create local --base-url");
    expect(none.code).toBe(2);
  });
});

describe("an environment", () => {
  it("is created, changed, shown and deleted, and its secrets are never shown", async () => {
    const made = await lintel(
      ["environments", "create", "staging", "--base-url", target.url, "--var", "page:=5"].concat([
        "--var",
        "tenant=acme",
        "--secret",
        "token",
        "--type",
        "staging",
      ]),
      { input: "first-secret\n" },
    );
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(/tenant +"acme"\n/);
    expect(made.stdout).toMatch(/token +\(secret\)\n/);
    const changed = await lintel(
      ["environments", "update", "staging", "--secret", "token", "--unset", "tenant"],
      { input: "second-secret" },
    );
    expect(changed.stdout).toMatch(/page +5\n/);
    expect(changed.stdout).not.toContain("tenant");
    await service.pushSuite(suite("Token"));
    const ran = await lintel(["run", "Token", "--env", "staging", "--verbose"]);
    expect(ran.code).toBe(0);
    expect(target.reached.at(-1)?.headers["x-token"]).toBe("second-secret");
    expect(ran.stdout).toContain("> x-token: •••");
    expect(ran.stdout).toMatch(/curl --include 'http:\S+\/ok'/);
    const shown = await lintel(["environments", "show", "staging", "--json"]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ type: "staging", isReadOnly: false });
    for (const { stdout, stderr } of [made, changed, ran, shown]) {
      expect(stdout + stderr).not.toMatch(/first-secret|second-secret/);
    }
    const kept = await lintel(["environments", "delete", "staging"]);
    expect(kept).toMatchObject({ code: 2 });
    expect(kept.stderr).toContain("--yes");
    expect(await lintel(["environments", "delete", "staging", "--yes"])).toMatchObject({ code: 0 });
    expect((await lintel(["environments", "list"])).stderr).toContain("no environments");
  });

  it.each([
    [["environments", "create", "x"], "base URL"],
    [["environments", "create", "x", "--base-url", "http://a", "--secret", "b"], "has no value"],
    [
      ["environments", "create", "x", "--base-url", "http://a", "--secret", "b", "--secret", "c"],
      "--secret-file",
    ],
    [["environments", "update", "kept"], "nothing to change"],
    [["environments", "update", "kept", "--var", "token=open"], "is a secret"],
  ])("is refused for %j", async (args, what) => {
    const { projectId } = service;
    const variables = [{ name: "token", value: "s", isSecret: true }];
    const fields = { projectId, name: "kept", baseUrl: target.url, variables };
    await service.client.call("createEnvironment", fields);
    const ended = await lintel(args);
    expect(ended.stderr).toContain(what);
    expect(ended.code).toBe(2);
  });
});

describe("runs", () => {
  it("are listed, shown with reports, and cancelled", async () => {
    await service.makeEnvironment({ name: "runs", baseUrl: target.url });
    await service.pushSuite(
      "name: Runs\ncases: [{ name: Only, request: { method: GET, url: /status/500 }, assertions: [{ source: status, operator: equals, expected: 200 }] }]\n",
    );
    expect((await lintel(["run", "Runs", "--env", "runs"])).code).toBe(1);
    const listed = await lintel(["runs", "list", "--suite", "Runs"]);
    expect(listed.stdout).toMatch(/^STARTED +SUITE +ENVIRONMENT +VERDICT +CASES +TOOK +ID\n/);
    expect(listed.stdout).toMatch(/ Runs +runs +failed +0\/1 /);
    const id = listed.stdout.trim().split(/\s+/).at(-1) ?? "";
    const junit = path.join(folder.path, "junit.xml");
    const shown = await lintel(["runs", "show", "--report", `junit=${junit}`]);
    expect(shown.stdout).toContain("✗ failed   Only");
    expect(shown.code).toBe(0);
    expect(readFileSync(junit, "utf8")).toContain('name="Only"');
    const json = await lintel(["runs", "show", id, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ testRunId: id, failedTests: 1 });
    expect((await lintel(["runs", "cancel", id])).stdout).toContain("has ended (failed)");
    expect(await lintel(["runs", "show", "Runs"])).toMatchObject({ code: 2 });
  });
});

describe("projects, specifications and suites", () => {
  it("are created, published and deleted", async () => {
    const made = await lintel(["projects", "create", "Second", "--slug", "second"]);
    expect(made.stdout).toBe("Created: project Second (second)\n");
    const taken = await lintel(["projects", "create", "Second"]);
    expect(taken.stderr).not.toContain("--name");
    expect(taken.code).toBe(2);
    const document = path.join(folder.path, "api.json");
    const info = { title: "Shop API", version: "1.0.0" };
    writeFileSync(document, JSON.stringify({ openapi: "3.1.0", info, paths: {} }));
    await lintel(["import", "openapi", document, "--project", "second"]);
    const published = await lintel(["specs", "publish", "Shop API", "--project", "second"]);
    expect(published.stdout).toContain("Published: version 1.0.0 of Shop API");
    const deleted = ["specs", "delete", "Shop API", "--project", "second", "--yes"];
    expect(await lintel(deleted)).toMatchObject({ code: 0 });
    expect(await lintel(deleted)).toMatchObject({ code: 5 });
    await service.pushSuite(suite("Goner"));
    expect(await lintel(["suites", "delete", "Goner", "--yes"])).toMatchObject({ code: 0 });
    expect((await lintel(["suites", "list"])).stdout).not.toContain("Goner");
    expect(await lintel(["projects", "delete", "second", "--yes"])).toMatchObject({ code: 0 });
    expect((await lintel(["projects", "list"])).stdout).not.toContain("Second");
  });
});
