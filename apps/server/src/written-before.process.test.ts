import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { keyFileOf, readKeyFile } from "./platform/data-folder/key-file.ts";
import { openPreview } from "./domain/docs/preview-token.ts";
import { createMasterKeys } from "./platform/keys/master-keys.ts";
import { createRegionKeys } from "./platform/keys/region-keys.ts";
import { makeSharedDatabase } from "./testing/test-database.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "./testing/spawned-server.ts";
import { startTargetApi } from "./testing/target-api.ts";
import written from "./testing/written-0.1.0/written.json" with { type: "json" };

// A server of version 0.1.0 wrote the folder `written-0.1.0`: an environment with a secret that was
// encrypted before a rotation of the master key and one that was encrypted after it, a suite with a
// run, a published specification, a published documentation, a staging token, and a backup of all
// of it. The files are never written again: a format that cannot be read any more is a breaking
// change for users.

const folderOf = (name: string) => path.join(import.meta.dirname, "testing/written-0.1.0", name);
const run = promisify(execFile);

type Settings = Readonly<Record<string, string>>;

/** An empty data folder with the master keys of that server. */
async function makeFolder() {
  const folder = await makeDataFolder();
  await mkdir(folder.path, { mode: 0o700 });
  await writeFile(keyFileOf(folder.path), await readFile(folderOf("master.key")), { mode: 0o600 });
  return folder;
}

async function unpackData(folder: string): Promise<void> {
  const archive = path.join(folder, "eu.tar");
  await writeFile(archive, brotliDecompressSync(await readFile(folderOf("eu.tar.br"))));
  await run("tar", ["-xf", archive, "-C", folder]);
}

async function restore(folder: string, settings: Settings = {}): Promise<void> {
  const restored = await runServerCommand(
    folder,
    ["admin", "restore", folderOf("eu.backup"), "--region", "eu"],
    settings,
  );
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
}

/** Uses everything that was written, over HTTP and by the operator's commands. */
async function useAll(folder: string, settings: Settings = {}): Promise<void> {
  await using target = await startTargetApi();
  const server = await spawnServer(folder, { LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*", ...settings });
  const admin = (...args: string[]) => runServerCommand(folder, ["admin", ...args], settings);
  const call = async (method: string, address: string, body?: object) => {
    const response = await fetch(server.url + address, {
      method,
      headers: {
        "x-api-key": written.key,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    return JSON.parse(text);
  };
  const project = `/api/projects/${written.projectId}`;
  try {
    const audit = await admin("audit", "verify", "--org", "acme", "--head", written.head, "--json");
    expect(JSON.parse(audit.stdout)).toMatchObject({ isIntact: true });

    const environments = await call("GET", `/api/cli/environments?projectId=${written.projectId}`);
    expect(environments.map(({ name }: { name: string }) => name)).toEqual([
      "Staging",
      "Production",
    ]);
    for (const { id, rowVersion } of environments) {
      await call("PATCH", `${project}/environments/${id}`, { baseUrl: target.url, rowVersion });
      const fields = { projectId: written.projectId, suiteId: written.suiteId, environmentId: id };
      expect(await call("POST", "/api/cli/run", fields)).toMatchObject({
        totalTests: 2,
        passedTests: 2,
      });
    }
    const secrets = target.reached.map(({ headers }) => headers["x-secret"]);
    expect(secrets).toEqual(Array(4).fill("the secret of staging"));
    const report = await call("GET", `/api/cli/runs/${written.testRunId}/report?format=json`);
    expect(report).toMatchObject({ outcome: "passed" });

    const spec = `${project}/specs/${written.specId}/versions/${written.versionId}`;
    expect(JSON.stringify(await call("GET", `${spec}/document`))).toBe(written.document);
    const docs = `${project}/docs/${written.docId}/versions/${written.docVersionId}`;
    expect(await call("GET", docs)).toMatchObject({ status: "published" });
    const page = await call("GET", `${docs}/pages/${written.pageId}`);
    expect(page).toMatchObject({ content: "Written by **hand**." });
    const after = await admin("audit", "verify", "--org", "acme", "--json");
    expect(JSON.parse(after.stdout)).toMatchObject({ isIntact: true });
  } finally {
    await server.end("SIGTERM");
  }
}

describe("what version 0.1.0 wrote", () => {
  it("is used from its data folder", async () => {
    await using folder = await makeFolder();
    await unpackData(folder.path);
    await useAll(folder.path);
  });

  it("is used from its backup, on the embedded engine", async () => {
    await using folder = await makeFolder();
    await restore(folder.path);
    await useAll(folder.path);
  });

  it("is used from its backup, on a PostgreSQL server", async ({ skip }) => {
    const location = await makeSharedDatabase("written");
    if (location?.engine !== "server") {
      skip();
      return;
    }
    await using folder = await makeFolder();
    const settings = { LINTEL_DATABASE_EU: location.url };
    await restore(folder.path, settings);
    await useAll(folder.path, settings);
  });

  it("opens preview links", async () => {
    await using folder = await makeFolder();
    const [newest, ...older] = (await readKeyFile(keyFileOf(folder.path))) ?? [];
    if (newest === undefined) throw new Error("The key file holds no key.");
    const masterKeys = createMasterKeys([newest, ...older], "the test");
    const now = new Date(written.writtenAt);
    const { sealer } = createRegionKeys("eu", masterKeys, () => now);
    const token = written.previewPath.split("preview=")[1] ?? "";
    expect(openPreview(sealer, token, now)).toBe(written.docVersionId);
  });
});
