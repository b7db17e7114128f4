import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTargetApi, type TargetApi } from "@lintel/server/testing/target-api";
import { startService, type Service } from "./testing/service.ts";
import { makeFolder, type Ended } from "./testing/spawn-lintel.ts";

const root = path.join(import.meta.dirname, "../../..");

let service: Service;
let target: TargetApi;

beforeAll(async () => {
  // The server serves files that `npm ci` and `npm run build` write.
  const built = await run("node tools/build-cli.ts", root, {});
  if (built.code !== 0) throw new Error(built.stderr);
  target = await startTargetApi();
  service = await startService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

/** Runs shell commands with this Node on the path, as in the image of a pipeline. */
function run(lines: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const PATH = `${path.dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["-e", "-o", "pipefail", "-c", lines],
      { cwd, env: { ...env, PATH } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

/** The script of the GitLab job in a document. */
function readScript(file: string): string {
  const text = readFileSync(path.join(root, file), "utf8");
  const [, yaml = ""] = /```yaml\n(api-tests:\n[\s\S]*?)```/.exec(text) ?? [];
  const jobs = load(yaml) as { "api-tests": { script: string[] } };
  return jobs["api-tests"].script.join("\n");
}

async function makeSuite(project: string, environment: string, suite: string): Promise<void> {
  const { client } = service;
  const made = await client.call("createProject", { name: project });
  if (!made.ok) throw new Error(made.problem.detail);
  const { id: projectId } = made.value;
  await client.call("createEnvironment", { projectId, name: environment, baseUrl: target.url });
  const yaml = `name: ${suite}\ncases: [{ name: Only, request: { method: GET, url: /ok } }]\n`;
  await client.call("importSuite", { projectId, yaml });
}

describe("the lines for a pipeline", () => {
  it.each([
    ["README.md", "Shop", "staging", "Checkout", "junit.xml"],
    ["docs/cli.md", "Bookshop", "Staging", "Smoke", "reports/junit.xml"],
  ])("of %s work unchanged", async (file, project, environment, suite, junit) => {
    await using folder = await makeFolder();
    await makeSuite(project, environment, suite);
    const ended = await run(readScript(file), folder.path, {
      LINTEL_URL: service.url,
      LINTEL_API_KEY: service.key,
      LINTEL_PROJECT: project,
    });
    expect(ended.stdout).toContain("lintel.mjs: OK");
    expect(ended.stdout).toContain("1 passed of 1");
    expect(ended.code).toBe(0);
    expect(readFileSync(path.join(folder.path, junit), "utf8")).toContain('name="Only"');
  });

  it.each(["README.md", "docs/cli.md", "docs/docs-as-code.md", "docs/getting-started.md"])(
    "of %s install no package that others could publish",
    (file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      expect(text).not.toMatch(/(?:npx|npm install)[^\n]*@lintel\//);
    },
  );
});
