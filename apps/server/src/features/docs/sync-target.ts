import { invalid, Problem } from "../../platform/problem.ts";
import type { FileNode } from "./doc-files.store.ts";
import { findIndex, folderFileName, kindOf, nameOf, parentOf } from "./file-names.rules.ts";
import type { FileTree } from "./file-tree.ts";
import { readFolderFile, type FolderFile } from "./folder-file.rules.ts";
import { readPageFile, type PageFile } from "./page-file.rules.ts";
import type { Move } from "./sync-compare.rules.ts";

/** A page or a folder after the sync. */
export interface TargetItem {
  readonly type: "page" | "folder";
  readonly path: string;
  readonly parentPath: string | null;
  readonly name: string;
  /** The id of the present item, or null for a new one. */
  readonly node: FileNode | null;
  /** The contents of its file, or null if they and its name are unchanged. */
  readonly said: PageFile | FolderFile | null;
  /** The text of a folder's file. */
  readonly folderFile: string | null;
  readonly digest: string | null;
}

export interface Target {
  readonly items: readonly TargetItem[];
  /** The order that a folder lists, by its path; `""` is the root. */
  readonly listed: ReadonlyMap<string, readonly string[]>;
  readonly rootFile: string | null;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

/** The input of the target. */
export interface TargetSource extends Compared {
  readonly moves: readonly Move[];
  /** The text of a file: of those that `needsReading` selects, and of folders. */
  textOf(path: string): string;
}

interface Compared {
  readonly wanted: ReadonlyMap<string, string>;
  readonly tree: FileTree;
}

const misplaced =
  "`references` counts in a `_folder.yml`, and in the page that opens its folder (index.md, or README.md where there is none)";

/** Builds the tree of the wanted files. */
export function buildTarget(source: TargetSource): Target {
  const { wanted } = source;
  const pages = [...wanted.keys()].filter((path) => kindOf(path) === "page");
  const folders = findFolders(wanted.keys());
  const nodes = matchNodes(source, folders);
  const listed = new Map<string, readonly string[]>();
  const warnings: { path: string; message: string }[] = [];
  const warn = (path: string, messages: readonly string[]) =>
    void warnings.push(...messages.map((message) => ({ path, message })));
  const read = (folder: string): FolderFile & { text: string | null } => {
    const path = folder === "" ? folderFileName : `${folder}/${folderFileName}`;
    const text = wanted.has(path) ? source.textOf(path) : null;
    const file = readFolderFile(text, nameOf(folder));
    if (file.isSection && folder.includes("/"))
      throw new Problem("SECTION_MUST_BE_ROOT", `${path}: a section is a folder at the root.`);
    listed.set(folder, file.items);
    warn(path, file.warnings);
    return { ...file, text };
  };
  const rootFile = read("").text;
  const folderItems = folders.map((path): TargetItem => {
    const said = read(path);
    const node = nodes.get(path) ?? null;
    const isAsItWas = isSame(source, path, `${path}/${folderFileName}`, node);
    return {
      type: "folder",
      ...placeOf(path),
      node,
      said: isAsItWas ? null : said,
      folderFile: said.text,
      digest: null,
    };
  });
  const titles = new Map(
    folderItems.map(({ path, said, node }) => [path, said?.title ?? node?.title ?? null]),
  );
  const indexes = findIndexes(pages);
  const pageItems = pages.map((path): TargetItem => {
    const node = nodes.get(path) ?? null;
    const digest = wanted.get(path) ?? "";
    const base = { type: "page", ...placeOf(path), node, folderFile: null, digest } as const;
    if (!needsReading(source, path, node)) return { ...base, said: null };
    const indexTitle = indexes.has(path) ? (titles.get(parentOf(path) ?? "") ?? null) : null;
    const file = readPageFile(source.textOf(path), nameOf(path), indexTitle);
    const said = indexes.has(path) ? { ...file, slug: file.slug ?? "index" } : file;
    warn(path, said.warnings);
    if (said.references.length > 0 && !indexes.has(path)) warn(path, [misplaced]);
    return { ...base, said };
  });
  const items = [...folderItems, ...pageItems];
  refuseTwice(items);
  return { items, listed, rootFile, warnings };
}

const placeOf = (path: string) => ({ path, parentPath: parentOf(path), name: nameOf(path) });

/** Folders with pages or with a folder file. A folder with only images is not one. */
function findFolders(paths: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    if (kindOf(path) === "asset") continue;
    for (let at = parentOf(path); at !== null && !folders.has(at); at = parentOf(at))
      folders.add(at);
  }
  return [...folders];
}

/** The paths of pages that open their folders. */
export function findIndexes(pages: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const [folder, paths] of Map.groupBy(pages, (path) => parentOf(path) ?? "")) {
    const index = findIndex(paths.map(nameOf));
    if (index !== null) found.add(folder === "" ? index : `${folder}/${index}`);
  }
  return found;
}

/**
 * Maps each wanted page and folder to its present item. A folder follows the first of its pages.
 */
function matchNodes(
  { wanted, tree, moves }: TargetSource,
  folders: readonly string[],
): Map<string, FileNode> {
  const byPath = new Map<string, FileNode>();
  for (const node of tree.nodes) {
    const path = tree.paths.get(node.id);
    if (path !== undefined) byPath.set(path, node);
  }
  const wantedFolders = new Set(folders);
  const isWanted = (path: string, { type }: FileNode) =>
    type === "folder" ? wantedFolders.has(path) : wanted.has(path);
  const matched = new Map([...byPath].filter(([path, node]) => isWanted(path, node)));
  const taken = new Set(matched.values());
  const match = (from: string, to: string): boolean => {
    const node = byPath.get(from);
    if (node === undefined || taken.has(node) || matched.has(to)) return false;
    matched.set(to, node);
    taken.add(node);
    return true;
  };
  for (const { from, to } of moves) {
    match(from, to);
    let [old, made] = [parentOf(from), parentOf(to)];
    while (old !== null && made !== null && match(old, made))
      [old, made] = [parentOf(old), parentOf(made)];
  }
  return matched;
}

/** Whether an item keeps its name and its file keeps its bytes. */
function isSame(
  { wanted, tree }: Compared,
  path: string,
  filePath: string,
  node: FileNode | null,
): boolean {
  if (node === null) return false;
  const present = tree.paths.get(node.id);
  return present === path && wanted.get(filePath) === tree.files.get(filePath)?.digest;
}

/** Whether the title of a page can change, so that its text is needed. */
export function needsReading(source: Compared, path: string, node: FileNode | null): boolean {
  if (!isSame(source, path, path, node)) return true;
  // A README no longer opens its folder when an index is added to it.
  return node?.slug === "index" && /^readme\./i.test(nameOf(path));
}

/** Refuses a name that is both a page and a folder. */
function refuseTwice(items: readonly TargetItem[]): void {
  const seen = new Set<string>();
  for (const { path } of items) {
    if (seen.has(path)) {
      const message = `${path} is a file and a folder.`;
      throw invalid({ field: "files", code: "PATH_TAKEN", message });
    }
    seen.add(path);
  }
}
