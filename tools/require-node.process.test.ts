import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "..");
let folder: string;
let oldNode: string;

interface Ended {
  readonly code: number;
  readonly stderr: string;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "lintel-node-"));
  // The properties that the checks read, with the values of Node 20, which the machine need not
  // have.
  oldNode = path.join(folder, "old-node.cjs");
  const versions = "Object.assign({}, process.versions, { node: '20.20.2' })";
  await writeFile(oldNode, `Object.defineProperty(process, "versions", { value: ${versions} });\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd: root }, (error, _, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stderr }),
    );
  });
}

async function readScripts(): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(path.join(root, "package.json"), "utf8");
  return (JSON.parse(text) as { scripts: Record<string, string> }).scripts;
}

describe("an old Node reports which version is needed", () => {
  it.each(["start", "demo", "admin", "doctor", "lintel", "build", "prepare", "test"])(
    "by npm run %s",
    async (name) => {
      const [program, ...args] =
        ((await readScripts())[name] ?? "").split(" && ")[0]?.split(" ") ?? [];
      expect(program).toBe("node");
      const { code, stderr } = await run(["--require", oldNode, ...args]);
      expect(stderr).toMatch(/^Lintel needs Node\.js 24 or newer; this is v/);
      expect(stderr).toContain("Next: ");
      expect(code).toBe(1);
    },
  );

  it("by the bundles", async () => {
    await run(["tools/build-cli.ts", folder]);
    const command = await run(["--require", oldNode, path.join(folder, "lintel.mjs"), "--version"]);
    expect(command.stderr).toMatch(/^lintel needs Node\.js 22\.3 or newer; this is v/);
    expect(command.code).toBe(2);
    await run(["tools/build-server.ts", folder]);
    const server = await run(["--require", oldNode, path.join(folder, "server/lintel-server.mjs")]);
    expect(server.stderr).toMatch(/^Lintel needs Node\.js 24 or newer; this is v/);
    expect(server.code).toBe(1);
    // An old version must reach the check: no export of Node is used before it.
    const entry = await readFile(path.join(folder, "server/lintel-server.mjs"), "utf8");
    expect(entry.match(/^import \{.*$/gm) ?? []).toEqual([]);
  });
});
