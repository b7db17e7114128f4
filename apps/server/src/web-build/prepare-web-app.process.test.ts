import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareWebApp } from "./prepare-web-app.ts";

/** Builds as the real script does: into the folder that its argument names. */
const script = `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
const source = readFileSync(new URL("../src/app.js", import.meta.url), "utf8");
if (source === "broken") throw new Error("The source is broken.");
mkdirSync(process.argv[2]);
writeFileSync(process.argv[2] + "/app-" + source + ".js", source);
writeFileSync(process.argv[2] + "/build.json", JSON.stringify({ script: "app-" + source + ".js", themeScript: "t.js", styles: [], preloads: [] }));`;

let checkout: string;
const said: string[] = [];
const say = (text: string) => void said.push(text);
const folders = () => ({ checkout, builds: path.join(checkout, "dist/web") });
const prepare = () => prepareWebApp(say, folders());

async function write(source: string): Promise<void> {
  await writeFile(path.join(checkout, "apps/web/src/app.js"), source);
}

beforeEach(async () => {
  said.length = 0;
  checkout = await mkdtemp(path.join(tmpdir(), "lintel-web-build-"));
  for (const folder of ["apps/web/build", "apps/web/src", "packages"])
    await mkdir(path.join(checkout, folder), { recursive: true });
  for (const file of ["package-lock.json", "tsconfig.json"])
    await writeFile(path.join(checkout, file), "{}");
  await writeFile(path.join(checkout, "package.json"), '{"type":"module"}');
  await writeFile(path.join(checkout, "apps/web/build/main.ts"), script);
  await write("first");
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

describe("preparing the web app", () => {
  it("builds once for the same sources", async () => {
    const made = await prepare();
    expect(made).toMatchObject({ problem: null, build: { script: "app-first.js" } });
    expect(await prepare()).toEqual(made);
    expect(said).toHaveLength(1);
  });

  it("builds again for other sources, and keeps the older files", async () => {
    const older = await prepare();
    await write("second");
    const { build } = await prepare();
    expect(build?.script).toBe("app-second.js");
    const kept = path.join(older.build?.folder ?? "", "app-first.js");
    expect(await readFile(kept, "utf8")).toBe("first");
  });

  it("keeps the older build if a newer one fails, and says why", async () => {
    const older = await prepare();
    await write("broken");
    const { build, problem } = await prepare();
    expect(build).toEqual(older.build);
    expect(problem).toContain("The source is broken.");
  });

  it("builds once for two starts at the same time", async () => {
    const [one, other] = await Promise.all([prepare(), prepare()]);
    expect(one?.build?.id).toBe(other?.build?.id);
    expect(said).toHaveLength(1);
  });

  it("goes on where a process ended without releasing the lock", async () => {
    await mkdir(folders().builds, { recursive: true });
    // No process has this number.
    await writeFile(path.join(folders().builds, "lock"), "4194999");
    expect((await prepare()).problem).toBeNull();
  });
});
