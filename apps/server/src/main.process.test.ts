import { chmod, lstat, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createClient, type Client } from "@lintel/client/create-client";
import { makeSharedDatabase } from "./testing/test-database.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "./testing/spawned-server.ts";
import { startTargetApi } from "./testing/target-api.ts";

const orgArgs = [
  "--name",
  "Acme",
  "--slug",
  "acme",
  "--owner-email",
  "o@example.com",
  "--owner-name",
  "Olive",
];

async function modeOf(file: string): Promise<number> {
  return (await lstat(file)).mode & 0o777;
}

describe("the server's entry", () => {
  it("serves, locks its data folder, and stops on request", async () => {
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path);
    try {
      expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: "ok" });
      const ready = await fetch(`${server.url}/readyz`);
      expect(await ready.json()).toEqual({ status: "ready", regions: { eu: "idle" } });
      expect(
        ((await (await fetch(`${server.url}/openapi.json`)).json()) as { openapi: string }).openapi,
      ).toBe("3.1.1");
      expect(await modeOf(folder.path)).toBe(0o700);
      expect(await modeOf(path.join(folder.path, "admin.sock"))).toBe(0o600);
      expect(await modeOf(path.join(folder.path, "master.key"))).toBe(0o600);
      expect(server.printed()).toContain("org create");
    } finally {
      expect(await server.end("SIGTERM")).toBe(0);
    }
  });

  it("writes links to itself, not to its gateway", async () => {
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path, { LINTEL_GATEWAY_PORT: "0" });
    try {
      const [, port] = /http:\/\/localhost:(\d+)\/set-up\//.exec(server.printed()) ?? [];
      expect(port, server.printed()).toBe(new URL(server.url).port);
    } finally {
      await server.end("SIGTERM");
    }
  });

  it("is a gateway alone, without the web app and the interface", async ({ skip }) => {
    const database = await makeSharedDatabase("gateway_alone");
    if (database?.engine !== "server") {
      skip();
      return;
    }
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path, {
      LINTEL_ROLE: "gateway",
      LINTEL_GATEWAY_PORT: "0",
      LINTEL_DATABASE_EU: database.url,
      LINTEL_WEB_APP: "on",
    });
    try {
      expect((await fetch(server.url)).status).toBe(404);
      expect(server.printed()).toContain(`Gateway for calls of environments: ${server.url}`);
      expect(server.printed()).not.toMatch(/OpenAPI|web app/);
    } finally {
      await server.end("SIGTERM");
    }
  });

  it("opens only the regions that have data at the start", async () => {
    await using folder = await makeDataFolder("eu");
    const readRegions = async (url: string) =>
      ((await (await fetch(`${url}/readyz`)).json()) as { regions: object }).regions;
    const alone = await spawnServer(folder.path);
    expect(alone.printed()).not.toContain("To create the first organization");
    expect(await readRegions(alone.url)).toEqual({ eu: "ready" });
    await alone.end("SIGTERM");
    const withOneEmpty = await spawnServer(folder.path, { LINTEL_REGIONS: "eu,us" });
    await expect.poll(() => readRegions(withOneEmpty.url)).toEqual({ eu: "ready", us: "idle" });
    await withOneEmpty.end("SIGTERM");
    const makeOther = ["admin", "org", "create", "--region", "us", ...orgArgs];
    const regions = { LINTEL_REGIONS: "eu,us" };
    expect(await runServerCommand(folder.path, makeOther, regions)).toMatchObject({ code: 0 });
    const both = await spawnServer(folder.path, regions);
    await expect.poll(() => readRegions(both.url)).toEqual({ eu: "ready", us: "ready" });
    await both.end("SIGTERM");
  });

  it("announces the stop and still answers before it stops", async () => {
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path, { LINTEL_STOP_GRACE_SECONDS: "300" });
    const health = () => fetch(`${server.url}/healthz`);
    expect((await health()).headers.get("connection")).toBe("keep-alive");
    const ended = server.end("SIGTERM");
    await expect.poll(() => server.printed()).toContain("stopping in 300 seconds");
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "stopping", regions: { eu: "idle" } },
    ]);
    const answer = await health();
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    void server.end("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("stops on request while its region is being opened", async () => {
    await using folder = await makeDataFolder("eu");
    const server = await spawnServer(folder.path);
    // It does not exit by the signal itself; on a very busy machine, the limit of a stop ends it
    // with 1.
    expect(await server.end("SIGTERM")).not.toBeNull();
    expect(server.printed()).not.toContain('"level":50');
  });

  it("refuses a folder that another server uses, and one that others can read", async () => {
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path);
    try {
      const second = await runServerCommand(folder.path, ["serve"], { LINTEL_PORT: "0" });
      expect(second).toMatchObject({ code: 2 });
      expect(second.stderr).toContain("in use by another lintel-server");
    } finally {
      await server.end("SIGKILL");
    }
    // The lock ends with the process, however the process ended.
    await (await spawnServer(folder.path)).end("SIGTERM");
    await chmod(folder.path, 0o755);
    const open = await runServerCommand(folder.path, ["serve"], { LINTEL_PORT: "0" });
    expect(open).toMatchObject({ code: 2 });
    expect(open.stderr).toContain(`chmod 0700 ${folder.path}`);
  });

  it("refuses a master key that others can read, or that is invalid", async () => {
    await using folder = await makeDataFolder();
    await mkdir(folder.path, { recursive: true, mode: 0o700 });
    const file = path.join(folder.path, "master.key");
    await writeFile(file, "no key at all\n", { mode: 0o600 });
    expect((await runServerCommand(folder.path, ["serve"])).stderr).toContain(
      "holds no master key",
    );
    await chmod(file, 0o644);
    expect((await runServerCommand(folder.path, ["serve"])).stderr).toContain("chmod 0600");
  });

  it("names a setting that it cannot use", async () => {
    await using folder = await makeDataFolder();
    const refuse = async (settings: Record<string, string>) =>
      (await runServerCommand(folder.path, ["serve"], settings)).stderr;
    expect(await refuse({ LINTEL_PORT: "many" })).toContain("LINTEL_PORT takes a whole number");
    expect(await refuse({ LINTEL_REGIONS: "eu,mars" })).toContain("LINTEL_REGIONS takes eu, us");
    expect(await refuse({ LINTEL_EGRESS_ALLOW: "everything" })).toContain("LINTEL_EGRESS_ALLOW");
    expect(await refuse({ LINTEL_MASTER_KEY: "short" })).toContain("openssl rand");
    expect(await refuse({ LINTEL_DATABASE_EU: "mysql://x" })).toContain("LINTEL_DATABASE_EU");
    expect((await runServerCommand(folder.path, ["frobnicate"])).code).toBe(2);
  });
});

describe("the operator's command", () => {
  it("works with and without a running server, and writes its actions to the audit log", async () => {
    await using folder = await makeDataFolder("eu");
    const made = await runServerCommand(folder.path, [
      "admin",
      "org",
      "create",
      ...orgArgs,
      "--json",
    ]);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const server = await spawnServer(folder.path);
    try {
      const key = await runServerCommand(folder.path, [
        "admin",
        "key",
        "create",
        "--user-id",
        "o@example.com",
        "--name",
        "first",
        "--json",
      ]);
      expect(key).toMatchObject({ code: 0, stderr: "" });
      const { key: secret } = JSON.parse(key.stdout) as { key: string };
      const me = await fetch(`${server.url}/api/me`, { headers: { "x-api-key": secret } });
      expect(await me.json()).toMatchObject({
        organization: { slug: "acme" },
        user: { email: "o@example.com", role: "owner" },
      });
      const list = await runServerCommand(folder.path, ["admin", "audit", "list", "--json"]);
      const { items } = JSON.parse(list.stdout) as {
        items: { event: string; actor: { type: string } }[];
      };
      expect(items.map(({ event }) => event)).toEqual(["api_key.created", "organization.created"]);
      expect(items.every(({ actor }) => actor.type === "operator")).toBe(true);
      const projects = await runServerCommand(folder.path, ["admin", "project", "list", "--json"]);
      expect(JSON.parse(projects.stdout)).toMatchObject({ items: [] });
      expect(server.printed()).not.toContain(secret);
    } finally {
      await server.end("SIGTERM");
    }
    const verdict = await runServerCommand(folder.path, ["admin", "audit", "verify", "--json"]);
    expect(JSON.parse(verdict.stdout)).toMatchObject({ isIntact: true });
    const cut = await runServerCommand(folder.path, [
      "admin",
      "audit",
      "verify",
      "--head",
      `999:${"a".repeat(64)}`,
    ]);
    expect(cut.code).toBe(1);
    expect(cut.stdout).toContain("truncated");
  });

  it("reports what is wrong with a command, and lists the valid ones", async () => {
    await using folder = await makeDataFolder("eu");
    const run = (...args: string[]) => runServerCommand(folder.path, ["admin", ...args]);
    expect((await run("--help")).stdout).toContain("admin org create");
    expect((await run("org", "create", "--help")).stdout).toContain("--owner-email");
    expect(await run("org", "create", "--name", "Acme")).toMatchObject({ code: 2 });
    expect((await run("org", "rename", "--name", "New")).stderr).toContain("admin org create");
    expect((await run("org", "create", ...orgArgs.with(3, "Not A Slug"))).stderr).toContain("slug");
    await run("org", "create", ...orgArgs);
    const renamed = await run("org", "rename", "--name", "Acme Ltd");
    expect(renamed).toMatchObject({ code: 0 });
    expect(renamed.stdout).toContain("Acme Ltd");
    expect(
      (await run("member", "role", "--user-id", "nobody@example.com", "--role", "admin")).stderr,
    ).toContain("nobody@example.com");
  });

  it("keeps existing data when the master key is read again", async () => {
    await using folder = await makeDataFolder("eu");
    await runServerCommand(folder.path, ["admin", "org", "create", ...orgArgs]);
    const before = await readFile(path.join(folder.path, "master.key"), "utf8");
    await runServerCommand(folder.path, ["admin", "org", "list"]);
    expect(await readFile(path.join(folder.path, "master.key"), "utf8")).toBe(before);
  });
});

describe("a server that is killed during a run", () => {
  it("ends the run as an error at its next start, and keeps everything that it acknowledged", async () => {
    await using folder = await makeDataFolder("eu");
    await using api = await startTargetApi();
    const settings = { LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*" };
    const first = await spawnServer(folder.path, settings);
    await runServerCommand(folder.path, ["admin", "org", "create", ...orgArgs]);
    const keyArgs = [
      "admin",
      "key",
      "create",
      "--user-id",
      "o@example.com",
      "--name",
      "k",
      "--json",
    ];
    const { key } = JSON.parse((await runServerCommand(folder.path, keyArgs)).stdout) as {
      key: string;
    };
    const clientOf = (baseUrl: string) => createClient({ baseUrl, apiKey: key });
    const { projectId, suiteId, environmentId } = await storeSlowSuite(
      clientOf(first.url),
      api.url,
    );
    const progressRunId = crypto.randomUUID();
    const started = await clientOf(first.url).call("runSuite", {
      projectId,
      suiteId,
      environmentId,
      progressRunId,
    });
    expect(started).toMatchObject({ ok: true, value: { testRunId: progressRunId } });
    await expect.poll(() => api.reached.length).toBeGreaterThan(1);
    await first.end("SIGKILL");
    const second = await spawnServer(folder.path, settings);
    try {
      // Background work begins a second after the region is open.
      const readStatus = () => clientOf(second.url).call("getRunStatus", { id: progressRunId });
      await expect.poll(readStatus).toMatchObject({
        ok: true,
        value: { status: "finished", outcome: "error", allPassed: false },
      });
      const report = await clientOf(second.url).call("getRunReport", {
        id: progressRunId,
        format: "json",
      });
      expect(report).toMatchObject({ ok: true });
      expect(JSON.stringify(report)).toContain("interrupted");
    } finally {
      await second.end("SIGTERM");
    }
    const verdict = await runServerCommand(folder.path, ["admin", "audit", "verify", "--json"]);
    expect(JSON.parse(verdict.stdout)).toMatchObject({ isIntact: true });
  });
});

/** A suite whose first case is quick and whose second takes longer than the server runs. */
async function storeSlowSuite(client: Client, baseUrl: string) {
  const project = await client.call("createProject", { name: "Killed" });
  if (!project.ok) throw new Error(project.problem.detail);
  const projectId = project.value.id;
  const environment = await client.call("createEnvironment", { projectId, name: "here", baseUrl });
  const yaml = `name: Slow
cases:
  - { name: quick, request: { method: GET, url: /ok } }
  - { name: slow, request: { method: GET, url: "/slow?ms=60000" } }
`;
  const suite = await client.call("importSuite", { projectId, yaml });
  if (!environment.ok || !suite.ok) throw new Error("The suite could not be stored.");
  return { projectId, environmentId: environment.value.id, suiteId: suite.value.id };
}
