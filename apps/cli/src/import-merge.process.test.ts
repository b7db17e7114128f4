import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Service } from "./testing/service.ts";
import { makeFolder, runLintel, type SpawnOptions } from "./testing/spawn-lintel.ts";

interface Shape {
  readonly paths?: readonly string[];
  readonly description?: string;
}

const write = ({ paths = ["/books"], description = "Plain" }: Shape = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1.0.0", description },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { responses: { "200": { description: "Done" } } } }]),
    ),
  });

let service: Service;
let folder: Awaited<ReturnType<typeof makeFolder>>;

beforeAll(async () => {
  service = await startService();
  folder = await makeFolder();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
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

/** Imports a document as a new specification with a name. */
async function begin(name: string): Promise<void> {
  const made = await lintel(["import", "openapi", "-", "--name", name], { input: write() });
  expect(made.code).toBe(0);
}

const merge = (name: string, document: string, ...more: string[]) =>
  lintel(["import", "openapi", "-", "--spec", name, ...more], { input: document });

async function readPaths(name: string): Promise<string[]> {
  const { stdout } = await lintel(["export", name]);
  return Object.keys((JSON.parse(stdout) as { paths: object }).paths).sort();
}

const changed = write({ paths: ["/authors", "/volumes"] });

describe("lintel import openapi --spec", () => {
  it("shows in a preview what would be added and removed, and changes nothing", async () => {
    await begin("Previewed");
    const ended = await merge("Previewed", changed, "--preview");
    expect(ended.stdout).toMatch(/^ {2}\+ endpoint GET \/authors/m);
    expect(ended.stdout).toMatch(/^ {2}- endpoint GET \/books/m);
    expect(ended.stdout).toContain("This is a preview: nothing was changed.");
    expect(ended.code).toBe(0);
    expect(await readPaths("Previewed")).toEqual(["/books"]);
  });

  it("changes nothing without --yes and without a terminal, and exits with 2", async () => {
    await begin("Unagreed");
    const ended = await merge("Unagreed", changed);
    expect(ended.stdout).toMatch(/\+ endpoint GET \/authors/);
    expect(ended.stderr).toContain("--yes");
    expect(ended.code).toBe(2);
    expect(await readPaths("Unagreed")).toEqual(["/books"]);
  });

  it("merges with --yes, and needs no confirmation if nothing changes", async () => {
    await begin("Merged");
    const ended = await merge("Merged", changed, "--yes");
    expect(ended.stdout).toContain("Merged into Merged, version 1.0.0");
    expect(ended.code).toBe(0);
    expect(await readPaths("Merged")).toEqual(["/authors", "/volumes"]);
    const again = await merge("Merged", changed);
    expect(again.stdout).toContain("has the content of the document already");
    expect(again.code).toBe(0);
  });

  it("creates the version of --new-version, and does not change the previous one", async () => {
    await begin("Grown");
    const ended = await merge("Grown", changed, "--new-version", "2.0.0", "--yes", "--json");
    expect(JSON.parse(ended.stdout)).toMatchObject({
      isPreview: false,
      isNew: false,
      version: { version: "2.0.0", endpointCount: 2 },
    });
    expect(await readPaths("Grown")).toEqual(["/authors", "/volumes"]);
    const compared = await lintel(["compare", "Grown@1.0.0", "Grown@2.0.0"]);
    expect(compared.stdout).toContain("Breaking changes for clients");
    expect(compared.code).toBe(1);
    const taken = await merge("Grown", write(), "--new-version", "2.0.0", "--yes");
    expect(taken.code).toBe(2);
    expect(taken.stderr).toContain("--new-version");
  });

  it.each([
    ["mine", "Ours", "the specification's version is kept"],
    ["theirs", "Theirs", "the document's version is taken"],
  ])("resolves conflicts with --prefer %s", async (side, kept, reported) => {
    const name = `Settled ${side}`;
    await begin(name);
    await describeNewest(name, "Ours");
    const theirs = write({ description: "Theirs" });
    const ended = await merge(name, theirs, "--prefer", side, "--yes");
    expect(ended.code).toBe(0);
    const isKept = side === "mine";
    expect(ended.stdout).toContain(
      isKept
        ? "nothing to merge. Your own changes are kept"
        : "Changed here and in the document (1)",
    );
    expect(ended.stdout).not.toContain("has the content of the document already");
    expect(ended.stdout).toContain(reported);
    const { stdout } = await lintel(["export", name]);
    expect(JSON.parse(stdout)).toMatchObject({ info: { description: kept } });
  });

  it("lists no changes if there are none to confirm", async () => {
    await begin("Own");
    await describeNewest("Own", "Ours");
    const ended = await merge("Own", write({ description: "Theirs" }), "--new-version", "2.0.0");
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("Add --yes to create version 2.0.0 without changes");
    expect(ended.stderr).not.toContain("changes above");
  });

  it("refuses to change a published version, with a remedy", async () => {
    await begin("Frozen");
    const { projectId, client } = service;
    const { specId, id: versionId } = await findNewest("Frozen");
    const published = await client.call("publishSpecVersion", { projectId, specId, versionId });
    expect(published.ok).toBe(true);
    const ended = await merge("Frozen", changed, "--yes");
    expect(ended.stderr).toContain("--new-version");
    expect(ended.code).toBe(2);
  });

  it("exits with 1 for a text that is not a document, before anything is merged", async () => {
    await begin("Kept");
    const ended = await merge("Kept", '{ "openapi": oops }', "--yes");
    expect(ended.stderr).toMatch(/line 1, column \d+/);
    expect(ended.code).toBe(1);
    expect(await readPaths("Kept")).toEqual(["/books"]);
  });
});

async function findNewest(name: string) {
  const { projectId, client } = service;
  const specs = await client.call("listSpecs", { projectId, name });
  const specId = specs.ok ? (specs.value.items[0]?.id ?? "") : "";
  const versions = await client.call("listSpecVersions", { projectId, specId });
  const [newest] = versions.ok ? versions.value.items : [];
  if (newest === undefined) throw new Error(`${name} has no version.`);
  return newest;
}

/** Changes the description, as a member would in the app. */
async function describeNewest(name: string, description: string): Promise<void> {
  const { projectId, client } = service;
  const { specId, id: versionId, rowVersion } = await findNewest(name);
  const fields = { projectId, specId, versionId, rowVersion, description };
  const made = await client.call("updateSpecVersion", fields);
  if (!made.ok) throw new Error(made.problem.detail);
}
