import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cleanText } from "../output/clean-text.ts";
import type { Terminal } from "../output/terminal.ts";
import { writeWhole } from "../output/write-whole.ts";

// The service returns the warnings of a page only when it stores the page. A push keeps them in `.lintel`, so that all
// of them can be listed at any time.

export interface PushWarning {
  readonly path: string;
  readonly message: string;
}

/** The changes of a push. */
interface Changed {
  readonly isPreview: boolean;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly warnings: readonly PushWarning[];
}

interface StoredWarnings {
  readonly docId: string;
  readonly warnings: readonly PushWarning[];
}

const placeOf = (folder: string) => path.join(folder, ".lintel", "warnings.json");

function readStored(folder: string, docId: string): readonly PushWarning[] {
  try {
    const stored = JSON.parse(readFileSync(placeOf(folder), "utf8")) as StoredWarnings;
    return stored.docId === docId && Array.isArray(stored.warnings) ? stored.warnings : [];
  } catch {
    return [];
  }
}

/** The present warnings of all files: of this push, and of earlier pushes for files that it did not change. */
export function followWarnings(
  folder: string,
  docId: string,
  files: ReadonlySet<string>,
  { isPreview, added, changed, moved, warnings }: Changed,
): PushWarning[] {
  const names = new Map(moved.map(({ from, to }) => [from, to]));
  const rendered = new Set([...added, ...changed, ...warnings.map((one) => one.path)]);
  const isOld = (file: string) =>
    files.has(file) && !rendered.has(file) && (isPreview || !file.endsWith("_folder.yml"));
  const earlier = readStored(folder, docId)
    .map(({ path: file, message }) => ({ path: names.get(file) ?? file, message }))
    .filter((one) => isOld(one.path));
  return [...earlier, ...warnings].toSorted((a, b) =>
    a.path < b.path ? -1 : Number(a.path > b.path),
  );
}

/** Stores warnings for a later push. */
export function keepWarnings(
  folder: string,
  docId: string,
  warnings: readonly PushWarning[],
): void {
  const stored: StoredWarnings = { docId, warnings };
  writeWhole(placeOf(folder), `${JSON.stringify(stored, null, 2)}\n`);
  writeFileSync(path.join(folder, ".lintel", ".gitignore"), "*\n");
}

const maxWarnings = 50;

/**
 * Lists, by file and line, what is not shown as intended.
 *
 * @param fresh - warnings of this push
 * @param all - including those of earlier pushes
 */
export function reportWarnings(
  terminal: Terminal,
  fresh: readonly PushWarning[],
  all: readonly PushWarning[],
  isAll: boolean,
): void {
  const shown = isAll ? all : fresh.slice(0, maxWarnings);
  for (const { path: file, message } of shown)
    terminal.note(`${cleanText(file)}: ${cleanText(message)}`);
  const hidden = all.length - shown.length;
  if (hidden > 0)
    terminal.note(`… and ${hidden} more in this folder: the same with --all-warnings shows them.`);
}
