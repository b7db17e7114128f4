import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeWhole } from "../output/write-whole.ts";

/** The state of the last sync between this folder and the service. */
export interface SyncState {
  readonly docId: string;
  readonly versionId: string;
  /** Digests by path. */
  readonly files: Readonly<Record<string, string>>;
}

const folderName = ".lintel";
const digestForm = /^[0-9a-f]{64}$/;

const placeOf = (folder: string, ...names: string[]) => path.join(folder, folderName, ...names);

/** Null if there is no readable state: the folder then counts as never synced. */
export function readState(folder: string): SyncState | null {
  try {
    const value = JSON.parse(readFileSync(placeOf(folder, "docs.json"), "utf8")) as SyncState;
    const { docId, versionId, files } = value;
    const isWhole =
      typeof docId === "string" && typeof versionId === "string" && typeof files === "object";
    return isWhole && files !== null ? value : null;
  } catch {
    return null;
  }
}

/** Stores a state, and the texts that a merge needs, each once by its digest. */
export function writeState(
  folder: string,
  state: SyncState,
  texts: Iterable<readonly [digest: string, text: Uint8Array]>,
): void {
  const base = placeOf(folder, "base");
  mkdirSync(base, { recursive: true });
  writeFileSync(placeOf(folder, ".gitignore"), "*\n");
  const present = new Set(readdirSync(base));
  const kept = new Set(Object.values(state.files));
  for (const [digest, text] of texts)
    if (!present.has(digest)) writeFileSync(path.join(base, digest), text);
  writeWhole(placeOf(folder, "docs.json"), `${JSON.stringify(state, null, 2)}\n`);
  for (const name of present) if (!kept.has(name)) rmSync(path.join(base, name), { force: true });
}

/** The text with a digest, if it was stored. */
export function readBase(folder: string, digest: string | undefined): string | null {
  if (digest === undefined || !digestForm.test(digest)) return null;
  try {
    return readFileSync(placeOf(folder, "base", digest), "utf8");
  } catch {
    return null;
  }
}

/** Stores replaced files and returns where. */
export function keepAside(
  folder: string,
  files: Iterable<readonly [path: string, bytes: string | Uint8Array]>,
  now = new Date(),
): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
  const place = placeOf(folder, "replaced", stamp);
  for (const [file, bytes] of files) writeWhole(path.join(place, file), bytes);
  writeFileSync(placeOf(folder, ".gitignore"), "*\n");
  return place;
}
