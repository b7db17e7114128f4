import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** What a build of the web app depends on. */
const sources = ["apps/web", "packages", "package-lock.json", "tsconfig.json"];
const ignored =
  /(?:^|\/)(?:node_modules|\.cache|__snapshots__|testing)(?:\/|$)|\.test\.tsx?$|\.md$/;

/** A digest of all sources of the web app: the same sources need no second build. */
export async function digestSources(checkout: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await listSources(checkout))
    hash
      .update(file)
      .update("\0")
      .update(await readFile(path.join(checkout, file)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

async function listSources(checkout: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (place: string): Promise<void> => {
    const entries = await readdir(path.join(checkout, place), { withFileTypes: true });
    for (const entry of entries) {
      const name = `${place}/${entry.name}`;
      if (ignored.test(name)) continue;
      if (entry.isDirectory()) await visit(name);
      else files.push(name);
    }
  };
  for (const source of sources) {
    if (/\.\w+$/.test(source)) files.push(source);
    else await visit(source);
  }
  return files.sort();
}
