import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareWebApp } from "../../../web-build/prepare-web-app.ts";
import type { WebBuild } from "../../../web-build/web-builds.ts";

// JavaScript as it is sent with gzip, in KiB.

const kibibyte = 1024;
let build: WebBuild;

beforeAll(async () => {
  const made = await prepareWebApp(() => undefined);
  if (made.build === null) throw new Error(made.problem ?? "There is no build.");
  ({ build } = made);
});

/** The modules of a part, and the sizes of the files that it loads in addition to those of `loaded`. */
async function measure(parts: readonly string[], loaded: ReadonlySet<string>): Promise<number> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    if (files.has(name) || loaded.has(name)) return;
    files.add(name);
    for (const imported of build.imports[name] ?? []) visit(imported);
  };
  parts.forEach(visit);
  const sizes = await Promise.all(
    [...files].map(async (name) => (await stat(path.join(build.folder, `${name}.gz`))).size),
  );
  for (const name of files) shown.add(name);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / kibibyte);
}

const shown = new Set<string>();

describe("the JavaScript of the web app", () => {
  it("is at most 190 KiB for the shell and the first page, and 60 for every other part", async () => {
    const home = findPart("home-page");
    const first = await measure([build.script, home], new Set());
    expect(first).toBeLessThanOrEqual(190);
    const loaded = new Set(shown);
    const sizes: Record<string, number> = {};
    for (const name of Object.keys(build.imports).filter((each) => /-page-|-frame-/.test(each)))
      sizes[name] = await measure([name], loaded);
    expect(Object.keys(sizes).length).toBeGreaterThan(3);
    for (const [name, size] of Object.entries(sizes)) expect(size, name).toBeLessThanOrEqual(60);
    const editor = await measure([findPart("code-field")], loaded);
    expect(editor).toBeLessThanOrEqual(230);
    console.log(`KiB: shell and first page ${first}, editor ${editor}, ${JSON.stringify(sizes)}`);
  });

  it("runs under a policy without eval", async () => {
    for (const name of Object.keys(build.imports)) {
      const text = await readFile(path.join(build.folder, name), "utf8");
      expect(/\bnew Function\(|\beval\(/.test(text), name).toBe(false);
    }
  });
});

function findPart(name: string): string {
  const found = Object.keys(build.imports).find((file) => file.startsWith(`${name}-`));
  if (found === undefined) throw new Error(`The build has no part ${name}.`);
  return found;
}
