import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { Connection } from "../network/connect.ts";
import { writeWhole } from "../output/write-whole.ts";
import { fetchServerFiles, listServerFiles, type VersionPlace } from "./fetch-files.ts";
import { isText, readFolder, type LocalFile } from "./local-files.ts";
import { mergeTexts } from "./merge-texts.ts";
import { refuseLinks } from "./refuse-links.ts";
import { keepAside, readBase, writeState, type SyncState } from "./sync-state.ts";

/** How to resolve files that both sides changed. */
export type Settling = "refuse" | "merge" | "force";

/** What a pull does in a folder, by path. */
export interface Taking {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchangedCount: number;
  /** Changed here and on the server. */
  readonly conflicts: readonly string[];
  /** Changed only here: they are kept. */
  readonly kept: readonly string[];
  /** Files on the server with names that are not written here. */
  readonly skipped: readonly string[];
}

export interface Taken extends Taking {
  readonly merged: readonly string[];
  /** Files with conflict marks. */
  readonly marked: readonly string[];
  /** Where replaced files are kept; null if there are none. */
  readonly replacedIn: string | null;
}

export interface TakeOptions {
  readonly connection: Connection;
  readonly place: VersionPlace;
  readonly folder: string;
  readonly state: SyncState | null;
  readonly settling: Settling;
}

/** A folder, the state of the last sync, and the server's list. */
interface Sides {
  readonly local: ReadonlyMap<string, LocalFile>;
  readonly base: Readonly<Record<string, string>>;
  readonly server: ReadonlyMap<string, string>;
}

/** What a pull would do, without writing. */
export async function planTaking(
  options: TakeOptions,
): Promise<{ readonly sides: Sides; readonly taking: Taking }> {
  const { connection, place, folder, state } = options;
  const { files: server, skipped } = await listServerFiles(connection, place);
  const local = readFolder(folder, true).files;
  const sides = { local, server, base: chooseBase(state, place) };
  return { sides, taking: { ...compareSides(sides), skipped } };
}

function chooseBase(
  state: SyncState | null,
  { docId, versionId }: Pick<VersionPlace, "docId" | "versionId">,
): Readonly<Record<string, string>> {
  return state?.docId === docId && state.versionId === versionId ? state.files : {};
}

function compareSides({ local, base, server }: Sides): Omit<Taking, "skipped"> {
  const added: string[] = [];
  const changed: string[] = [];
  const removed: string[] = [];
  const conflicts: string[] = [];
  const kept: string[] = [];
  for (const file of new Set([...server.keys(), ...local.keys()])) {
    const mine = local.get(file)?.digest;
    const theirs = server.get(file);
    const before = Object.hasOwn(base, file) ? base[file] : undefined;
    if (mine === theirs) continue;
    if (theirs === before) kept.push(file);
    else if (mine !== before) conflicts.push(file);
    else if (theirs === undefined) removed.push(file);
    else (mine === undefined ? added : changed).push(file);
  }
  const touched = [...added, ...changed, ...conflicts, ...kept];
  const unchangedCount = server.size - touched.filter((file) => server.has(file)).length;
  return { added, changed, removed, conflicts, kept, unchangedCount };
}

/** Writes the server's files into the folder. All texts are fetched before the first is written. */
export async function takeFiles(
  { connection, place, folder, settling }: TakeOptions,
  { sides, taking }: Awaited<ReturnType<typeof planTaking>>,
): Promise<Taken> {
  const { server } = sides;
  const wanted = [...taking.added, ...taking.changed, ...taking.conflicts].flatMap((file) => {
    const digest = server.get(file);
    return digest === undefined ? [] : [[file, digest] as const];
  });
  const fetched = await fetchServerFiles(connection, place, new Map(wanted));
  const outcome = settle({ folder, settling }, sides, taking.conflicts, fetched);
  const writes = new Map<string, Uint8Array | string>(outcome.writes);
  for (const file of [...taking.added, ...taking.changed]) {
    const bytes = fetched.get(file)?.bytes;
    if (bytes !== undefined) writes.set(file, bytes);
  }
  const removes = [...taking.removed, ...outcome.removes];
  // Before the first file is written.
  refuseLinks(folder, [
    ...writes.keys(),
    ...removes,
    ".lintel",
    ".lintel/base",
    ".lintel/replaced",
  ]);
  const replacedIn = outcome.replaced.size === 0 ? null : keepAside(folder, outcome.replaced);
  for (const [file, bytes] of writes) writeWhole(path.join(folder, file), bytes);
  for (const file of removes) removeFile(folder, file);
  const texts = collectTexts(sides, fetched);
  const files = Object.fromEntries(server);
  writeState(folder, { docId: place.docId, versionId: place.versionId, files }, texts);
  const { merged, marked } = outcome;
  return { ...taking, merged, marked, replacedIn };
}

interface Outcome {
  readonly writes: Map<string, Uint8Array | string>;
  readonly removes: string[];
  /** Local files that are replaced. */
  readonly replaced: Map<string, Uint8Array>;
  readonly merged: string[];
  readonly marked: string[];
}

function settle(
  { folder, settling }: Pick<TakeOptions, "folder" | "settling">,
  { local, base }: Sides,
  conflicts: readonly string[],
  fetched: ReadonlyMap<string, LocalFile>,
): Outcome {
  const outcome: Outcome = {
    writes: new Map(),
    removes: [],
    replaced: new Map(),
    merged: [],
    marked: [],
  };
  for (const file of conflicts) {
    const mine = local.get(file)?.bytes;
    const theirs = fetched.get(file)?.bytes;
    // A file that one side deleted and the other changed is kept.
    if (mine === undefined && theirs !== undefined) outcome.writes.set(file, theirs);
    else if (settling === "merge" && theirs === undefined) continue;
    else if (settling === "merge" && theirs !== undefined && mine !== undefined && isText(file)) {
      const before = readBase(folder, base[file]) ?? "";
      const merged = mergeTexts(mine.toString("utf8"), before, theirs.toString("utf8"));
      outcome.writes.set(file, merged.text);
      outcome.replaced.set(file, mine);
      (merged.conflictCount === 0 ? outcome.merged : outcome.marked).push(file);
    } else {
      if (mine !== undefined) outcome.replaced.set(file, mine);
      if (theirs === undefined) outcome.removes.push(file);
      else outcome.writes.set(file, theirs);
    }
  }
  return outcome;
}

/** The base texts for a later merge: the server's, as far as they are known here. */
function* collectTexts(
  { local, server }: Sides,
  fetched: ReadonlyMap<string, LocalFile>,
): Generator<readonly [string, Uint8Array]> {
  for (const [file, digest] of server) {
    if (!isText(file)) continue;
    const found = [fetched.get(file), local.get(file)].find((one) => one?.digest === digest);
    if (found !== undefined) yield [digest, found.bytes];
  }
}

/** Also removes the folders that become empty. */
function removeFile(folder: string, file: string): void {
  rmSync(path.join(folder, file), { force: true });
  for (let at = path.posix.dirname(file); at !== "."; at = path.posix.dirname(at)) {
    const place = path.join(folder, at);
    if (!existsSync(place) || readdirSync(place).length > 0) return;
    rmdirSync(place);
  }
}
