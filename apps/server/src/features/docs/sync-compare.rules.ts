import type { DocConflict } from "@lintel/contract/shapes/doc-files";
import { isLocked } from "./doc-lock.service.ts";
import { nameOf, readName } from "./file-names.rules.ts";
import type { FileTree, TreeFile } from "./file-tree.ts";

type Digests = ReadonlyMap<string, string>;

/** The changes that a sync makes to the files of a version. */
export interface Comparison {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly moved: readonly Move[];
  readonly unchangedCount: number;
  readonly conflicts: readonly DocConflict[];
}

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly isChanged: boolean;
}

/**
 * Compares the wanted files with the stored ones. Where they differ, the stored file must be the
 * one that the caller last saw. Otherwise it was changed on the server since then, and is a
 * conflict.
 */
export function compareFiles(
  wanted: Digests,
  { files }: FileTree,
  base: Digests,
  now: Date,
): Comparison {
  const added: string[] = [];
  const changed: string[] = [];
  const removed: string[] = [];
  const conflicts: DocConflict[] = [];
  for (const path of new Set([...wanted.keys(), ...files.keys()])) {
    const file = files.get(path);
    const mine = wanted.get(path);
    if (mine === file?.digest) continue;
    if (file === undefined) added.push(path);
    else if (mine === undefined) removed.push(path);
    else changed.push(path);
    conflicts.push(...findConflicts(path, file, base.get(path), now));
  }
  const moved = findMoves(wanted, files, added, removed);
  const from = new Set(moved.map((move) => move.from));
  const to = new Set(moved.map((move) => move.to));
  return {
    added: added.filter((path) => !to.has(path)).toSorted(),
    changed: changed.toSorted(),
    removed: removed.filter((path) => !from.has(path)).toSorted(),
    moved: moved.toSorted((a, b) => (a.to < b.to ? -1 : 1)),
    unchangedCount: wanted.size - added.length - changed.length,
    conflicts: conflicts.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

function findConflicts(
  path: string,
  file: TreeFile | undefined,
  base: string | undefined,
  now: Date,
): DocConflict[] {
  const currentDigest = file?.digest ?? null;
  const found: DocConflict[] = [];
  if (currentDigest !== (base ?? null)) {
    const reason = base === undefined ? "added" : file === undefined ? "removed" : "changed";
    found.push({ path, reason, currentDigest, lockedBy: null });
  }
  const page = file?.kind === "page" ? file.node : null;
  if (page !== null && isLocked(page, now))
    found.push({ path, reason: "locked", currentDigest, lockedBy: page.lockedByName });
  return found;
}

/** Moved pages: the ones with the same bytes, or else with the same name if it is unique. */
function findMoves(
  wanted: Digests,
  files: FileTree["files"],
  added: readonly string[],
  removed: readonly string[],
): Move[] {
  const left = new Set(removed.filter((path) => files.get(path)?.kind === "page"));
  const moves: Move[] = [];
  const match = (keyOf: (path: string) => string, isUnique: boolean) => {
    const taken = new Set(moves.map(({ to }) => to));
    const mine = Map.groupBy(
      added.filter((path) => !taken.has(path)),
      (path) => keyOf(path),
    );
    for (const [key, sources] of Map.groupBy(left, (path) => keyOf(path))) {
      const targets = mine.get(key) ?? [];
      if (isUnique && (sources.length > 1 || targets.length > 1)) continue;
      for (const [at, from] of sources.entries()) {
        const to = targets[at];
        if (to === undefined) break;
        left.delete(from);
        moves.push({ from, to, isChanged: wanted.get(to) !== files.get(from)?.digest });
      }
    }
  };
  match((path) => wanted.get(path) ?? files.get(path)?.digest ?? "", false);
  match((path) => readName(nameOf(path)).stem.toLowerCase(), true);
  return moves;
}
