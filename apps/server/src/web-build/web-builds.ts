import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** The files that the page of the web app names, relative to the folder of its build. */
export interface WebBuild {
  readonly id: string;
  readonly folder: string;
  readonly script: string;
  readonly themeScript: string;
  readonly styles: readonly string[];
  /** Fonts and modules that the first page needs. */
  readonly preloads: readonly string[];
  /** The modules that each module imports at once. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
}

/** Older builds that are kept, because open pages still load parts of them. */
const keptBuilds = 4;

/** The newest finished build; null if there is none. */
export async function readNewestBuild(builds: string): Promise<WebBuild | null> {
  try {
    const id = (await readFile(path.join(builds, "newest"), "utf8")).trim();
    const folder = path.join(builds, id);
    const manifest = JSON.parse(
      await readFile(path.join(folder, "build.json"), "utf8"),
    ) as WebBuild;
    return { ...manifest, id, folder };
  } catch {
    return null;
  }
}

/** Makes a finished build the newest one, in one step, and removes the oldest. */
export async function finishBuild(builds: string, id: string, made: string): Promise<void> {
  const folder = path.join(builds, id);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  const note = path.join(builds, "newest.new");
  await writeFile(note, `${id}\n`);
  await rename(note, path.join(builds, "newest"));
  for (const old of (await listBuilds(builds)).slice(keptBuilds))
    await rm(path.join(builds, old), { recursive: true, force: true });
}

/** The ids of all finished builds, the newest first. */
export async function listBuilds(builds: string): Promise<string[]> {
  const names = await readdir(builds).catch(() => []);
  const found: { name: string; at: number }[] = [];
  for (const name of names.filter((each) => /^[0-9a-f]{16}$/.test(each)))
    found.push({ name, at: (await stat(path.join(builds, name))).mtimeMs });
  return found.sort((left, right) => right.at - left.at).map(({ name }) => name);
}
