import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Every embedded database has it in its folder. */
const engineFile = "PG_VERSION";

/** The folders of a data folder that hold an embedded database, in whatever region. */
export async function listRegionFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((region) => existsSync(path.join(region, engineFile)));
}

// Next to the engine's files, so that it moves with them. The database is authoritative. This file
// is for code that must not or need not open the database.
const noteOf = (regionFolder: string): string => path.join(regionFolder, "master-key.fingerprint");

/** The master key with which an embedded database was opened last; null where that is not known. */
export async function readNotedKey(regionFolder: string): Promise<string | null> {
  const text = await readFile(noteOf(regionFolder), "utf8").catch(() => null);
  return text === null ? null : text.trim();
}

export async function noteKey(regionFolder: string, fingerprint: string): Promise<void> {
  if ((await readNotedKey(regionFolder)) === fingerprint) return;
  await writeFile(noteOf(regionFolder), `${fingerprint}\n`, { mode: 0o600 });
}
