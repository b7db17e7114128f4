import { lstat, readFile, stat } from "node:fs/promises";
import path from "node:path";

/** Files without which a PostgreSQL data directory cannot be read (PostgreSQL manual, §66.1). */
const folders = ["base", "global", "pg_wal", "pg_xact"];
/** PostgreSQL writes this file as one page. */
const controlBytes = 8192;

/** What is missing or damaged in the folder of an embedded region; null if nothing is found. */
export async function findDamage(folder: string): Promise<string | null> {
  const version = await readFile(path.join(folder, "PG_VERSION"), "utf8").catch(() => "");
  if (!/^\d+\n?$/.test(version)) return "PG_VERSION is missing or damaged";
  const control = await readFile(path.join(folder, "global/pg_control")).catch(() => null);
  if (control === null) return "global/pg_control is missing";
  if (control.length !== controlBytes || control.every((byte) => byte === 0)) {
    return "global/pg_control is damaged";
  }
  for (const name of folders) {
    const present = await stat(path.join(folder, name)).catch(() => null);
    if (present?.isDirectory() !== true) return `the folder ${name} is missing`;
  }
  return null;
}

/** Whether the region has been created. */
export async function isMade(folder: string): Promise<boolean> {
  return lstat(folder).then(
    () => true,
    () => false,
  );
}
