import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fingerprintKey } from "./platform/crypto/master-key.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "./testing/spawned-server.ts";
import type { KeyReport } from "./transports/admin/key-report.ts";

const organization = ["org", "create", "--name", "Acme", "--slug", "acme"];
const owner = ["--owner-email", "o@example.com", "--owner-name", "Olive"];

const admin = (folder: string, ...args: string[]) => runServerCommand(folder, ["admin", ...args]);

/** A data folder with an organization. */
async function makeUsedFolder() {
  const folder = await makeDataFolder("eu");
  expect(await admin(folder.path, ...organization, ...owner)).toMatchObject({ code: 0 });
  return folder;
}

const keyFile = (folder: string): string => path.join(folder, "master.key");
const readKey = (folder: string): Promise<string> => readFile(keyFile(folder), "utf8");

async function refuseStart(folder: string, settings: Record<string, string> = {}): Promise<string> {
  const ended = await runServerCommand(folder, ["serve"], { LINTEL_PORT: "0", ...settings });
  expect(ended).toMatchObject({ code: 2 });
  return ended.stderr;
}

describe("a start", () => {
  it("creates no key if there are data, and does not replace one that cannot be read", async () => {
    await using folder = await makeUsedFolder();
    const file = keyFile(folder.path);
    const key = await readKey(folder.path);
    await rm(file);
    expect(await refuseStart(folder.path)).toContain("holds data, and");
    await mkdir(file);
    expect(await refuseStart(folder.path)).toContain("is no file");
    await rm(file, { recursive: true });
    await symlink(path.join(folder.path, "elsewhere"), file);
    expect(await refuseStart(folder.path)).toContain("is no file");
    await rm(file);
    await writeFile(file, "", { mode: 0o600 });
    expect(await refuseStart(folder.path)).toContain("holds no master key");
    expect(await readKey(folder.path)).toBe("");
    await writeFile(file, key, { mode: 0o600 });
    expect(await admin(folder.path, "org", "list")).toMatchObject({ code: 0 });
  });

  it("refuses a key other than the one with which the data were written, in every region", async () => {
    await using folder = await makeUsedFolder();
    const key = Buffer.from((await readKey(folder.path)).trim(), "hex");
    const other = randomBytes(32);
    const settings = { LINTEL_MASTER_KEY: other.toString("hex"), LINTEL_REGIONS: "us,eu" };
    const said = await refuseStart(folder.path, settings);
    expect(said).toContain(fingerprintKey(key));
    expect(said).toContain(fingerprintKey(other));
    const looked = await runServerCommand(folder.path, ["doctor"], settings);
    expect(looked.code).toBe(1);
    expect(looked.stdout).toContain(
      `uses the master key with the fingerprint ${fingerprintKey(key)}`,
    );
    expect(await runServerCommand(folder.path, ["doctor"], { LINTEL_PORT: "0" })).toMatchObject({
      code: 0,
    });
    const server = await spawnServer(folder.path);
    await server.end("SIGTERM");
    expect((await admin(folder.path, "audit", "verify", "--json")).stdout).toContain(
      '"isIntact": true',
    );
  });

  it("treats an empty setting as a secret that was not delivered", async () => {
    await using folder = await makeDataFolder();
    expect(await refuseStart(folder.path, { LINTEL_MASTER_KEY: "" })).toContain(
      "LINTEL_MASTER_KEY is empty",
    );
    const said = await refuseStart(folder.path, { LINTEL_MASTER_KEY_FILE: "" });
    expect(said).toContain("LINTEL_MASTER_KEY_FILE is empty");
  });
});

describe("admin restore", () => {
  it("creates a key only if it restores", async () => {
    await using source = await makeUsedFolder();
    const backup = path.join(source.path, "eu.backup");
    expect(await admin(source.path, "backup", backup)).toMatchObject({ code: 0 });
    await using folder = await makeDataFolder();
    const refused = await admin(folder.path, "restore", backup);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("made under another master key");
    expect(existsSync(keyFile(folder.path))).toBe(false);
    const accepted = ["--drop-secrets", "--unauthenticated"];
    expect(await admin(folder.path, "restore", backup, ...accepted)).toMatchObject({ code: 0 });
    expect((await readKey(folder.path)).trim()).toMatch(/^[0-9a-f]{64}$/);
    expect((await admin(folder.path, "org", "list")).stdout).toContain("acme");
  });
});

describe("admin master-key", () => {
  const readReport = async (folder: string): Promise<KeyReport> =>
    JSON.parse((await admin(folder, "master-key", "status", "--json")).stdout) as KeyReport;

  it("replaces the key while the server runs, survives kills, and reports when the old one can be removed", async () => {
    await using folder = await makeUsedFolder();
    const before = (await readKey(folder.path)).trim();
    const killed = await spawnServer(folder.path);
    const begun = await admin(folder.path, "master-key", "rotate");
    await killed.end("SIGKILL");
    expect(begun).toMatchObject({ code: 0, stderr: "" });
    const [newest, ...others] = (await readKey(folder.path)).trim().split("\n");
    expect(others).toEqual([before]);
    const server = await spawnServer(folder.path);
    try {
      await expect
        .poll(() => readReport(folder.path), { interval: 500 })
        .toMatchObject({ regions: [{ region: "eu", state: "settled" }] });
      const report = await readReport(folder.path);
      expect(report.keys.map(({ isNeeded }) => isNeeded)).toEqual([true, false]);
    } finally {
      await server.end("SIGTERM");
    }
    // The old key is no longer needed; the new one is.
    await writeFile(keyFile(folder.path), `${newest}\n`);
    expect((await admin(folder.path, "audit", "verify", "--json")).stdout).toContain(
      '"isIntact": true',
    );
    await writeFile(keyFile(folder.path), `${before}\n`);
    expect(await refuseStart(folder.path)).toContain("Bring back the key that was there before");
  });

  it("finishes a rotation itself if no server runs, and explains what a setting needs", async () => {
    await using folder = await makeUsedFolder();
    const first = await admin(folder.path, "master-key", "rotate");
    expect(first.stdout).toContain("settled");
    expect(first.stdout).toMatch(
      /^A new key was created: \w+\. Copy the new .*master\.key to a safe place now/,
    );
    const [newest = "", old = ""] = (await readKey(folder.path)).trim().split("\n");
    const settings = { LINTEL_MASTER_KEY: newest };
    const alone = await runServerCommand(folder.path, ["admin", "master-key", "rotate"], settings);
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain("openssl rand -hex 32");
    const third = randomBytes(32).toString("hex");
    const given = { LINTEL_MASTER_KEY: `${third},${newest},${old}` };
    const status = await runServerCommand(folder.path, ["admin", "master-key", "status"], given);
    expect(status.stdout).toContain("a newer key is available");
    const again = await runServerCommand(folder.path, ["admin", "master-key", "rotate"], given);
    expect(again.stdout).toContain("settled");
    expect(again.stdout).not.toContain("A new key was created");
    const audited = await runServerCommand(folder.path, ["admin", "audit", "verify"], {
      LINTEL_MASTER_KEY: third,
    });
    expect(audited).toMatchObject({ code: 0 });
  });
});
