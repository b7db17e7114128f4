import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "@lintel/client/create-client";
import {
  makeDataFolder,
  runServerCommand,
  spawnServer,
  type SpawnedServer,
} from "../apps/server/src/testing/spawned-server.ts";

// Within the checkout, because the bundle finds packages in node_modules of a parent folder.
const root = path.join(import.meta.dirname, "..");
let built: string;
let server: SpawnedServer;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;

beforeAll(async () => {
  await mkdir(path.join(root, ".cache"), { recursive: true });
  built = await mkdtemp(path.join(root, ".cache/bundle-"));
  const tool = path.join(root, "tools/build-server.ts");
  await promisify(execFile)(process.execPath, [tool, built]);
  folder = await makeDataFolder("eu");
  server = await spawnServer(folder.path, {}, path.join(built, "server/lintel-server.mjs"));
});

afterAll(async () => {
  await server.end("SIGTERM");
  await folder[Symbol.asyncDispose]();
  await rm(built, { recursive: true, force: true });
});

async function administer(...words: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runServerCommand(folder.path, [
    "admin",
    ...words,
    "--json",
  ]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, string>;
}

async function takeValue<Value>(
  answer: Promise<{ ok: true; value: Value } | { ok: false; problem: { detail: string } }>,
): Promise<Value> {
  const given = await answer;
  if (!given.ok) throw new Error(given.problem.detail);
  return given.value;
}

const document = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
paths:
  /books: { get: { responses: { "200": { description: Books } } } }
`;

const page = `# Start

\`\`\`go
func main() {}
\`\`\`

\`\`\`mermaid
flowchart LR
  a --> b
\`\`\`
`;

describe("the bundled server", () => {
  it("finds its threads, its modules that load on demand, and its files", async () => {
    const owner = ["--owner-email", "o@example.com", "--owner-name", "Olive"];
    await administer("org", "create", "--name", "Acme", "--slug", "acme", ...owner);
    const forOwner = ["--user-id", "o@example.com", "--name", "first"];
    const { key = "" } = await administer("key", "create", ...forOwner);
    const client = createClient({ baseUrl: server.url, apiKey: key });
    const { id: projectId } = await takeValue(client.call("createProject", { name: "Shop" }));
    const made = await takeValue(client.call("importSpec", { projectId, text: document }));
    // Rules are checked in a separate thread.
    const [specId = "", versionId = ""] = [made.spec?.id, made.version?.id];
    const { total } = await takeValue(
      client.call("lintSpecVersion", { projectId, specId, versionId }),
    );
    expect(total).toBeGreaterThan(0);
    // The first page with a code block or a diagram loads grammars and diagrams.
    const { id: docId, versions } = await takeValue(
      client.call("createDocumentation", { projectId, name: "Guide" }),
    );
    const place = { projectId, docId, versionId: versions[0]?.id ?? "" };
    await takeValue(client.call("createDocPage", { ...place, title: "Start", content: page }));
    expect(server.printed()).not.toContain('"level":50');
  });

  it("serves the files of the portal and of Mermaid", async () => {
    const origin = /readers: (https?:\/\/[^/\s]+)/.exec(server.printed())?.[1] ?? "";
    const html = await (await fetch(`${origin}/nobody/nothing`)).text();
    const files = html.match(/\/_portal\/[\w.-]+/g) ?? [];
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await fetch(`${origin}${file}`)).status).toBe(200);
    const drawing = `/_portal/mermaid-${await readMermaidVersion()}/mermaid.esm.min.mjs`;
    expect((await fetch(`${origin}${drawing}`)).status).toBe(200);
  });
});

async function readMermaidVersion(): Promise<string> {
  const { default: about } = (await import("mermaid/package.json", { with: { type: "json" } })) as {
    default: { version: string };
  };
  return about.version;
}
