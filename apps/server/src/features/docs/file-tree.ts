import { createHash } from "node:crypto";
import type { FileNode, StoredFile } from "./doc-files.store.ts";
import { folderFileName, kindOf, type FileKind } from "./file-names.rules.ts";
import { readFolderFile, setFolderKeys } from "./folder-file.rules.ts";
import { sortItems } from "./item-order.rules.ts";

/** A file of a version that is written to a folder. */
export interface TreeFile {
  readonly digest: string;
  readonly kind: FileKind;
  /** The page, or the folder that the file describes. Null for the root's file and for assets. */
  readonly node: FileNode | null;
  /** The text of a folder's file. The text of a page is read when it is needed. */
  readonly text: string | null;
}

/** A version as files. */
export interface FileTree {
  readonly files: ReadonlyMap<string, TreeFile>;
  /** The paths of pages and folders by id. */
  readonly paths: ReadonlyMap<string, string>;
  readonly nodes: readonly FileNode[];
  /** The stored file of the root. */
  readonly rootFile: string | null;
}

export function digestText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The files of a version. A page that was made in Lintel is named by its slug. An order that was
 * made in Lintel is written into the folder's file, unless names and numbers already give it.
 *
 * @param nodes - in the order of siblings
 */
export function buildFileTree(
  nodes: readonly FileNode[],
  rootFile: string | null,
  assets: readonly StoredFile[],
): FileTree {
  const files = new Map<string, TreeFile>();
  const paths = new Map<string, string>();
  const byParent = Map.groupBy(nodes, ({ parentId }) => parentId);
  const visit = (folder: FileNode | null, path: string): void => {
    const children = nameItems(byParent.get(folder?.id ?? null) ?? []);
    for (const { node, name } of children) {
      const childPath = path === "" ? name : `${path}/${name}`;
      paths.set(node.id, childPath);
      if (node.type === "folder") visit(node, childPath);
      else {
        const digest = node.digest ?? "";
        files.set(childPath, { digest, kind: "page", node, text: null });
      }
    }
    const stored = folder === null ? rootFile : folder.folderFile;
    const text =
      writeFolderFile(folder, stored, children) ??
      // A folder without a file would be lost.
      (folder !== null && children.length === 0
        ? setFolderKeys(null, { title: folder.title })
        : null);
    if (text === null) return;
    const filePath = path === "" ? folderFileName : `${path}/${folderFileName}`;
    files.set(filePath, { digest: digestText(text), kind: "folderFile", node: folder, text });
  };
  visit(null, "");
  for (const { path, digest } of assets)
    files.set(path, { digest, kind: kindOf(path), node: null, text: null });
  return { files, paths, nodes, rootFile };
}

interface NamedNode {
  readonly node: FileNode;
  readonly name: string;
  readonly order: number | null;
}

/** API references are not files. */
function nameItems(siblings: readonly FileNode[]): NamedNode[] {
  const items = siblings.filter(({ type }) => type !== "specSnapshot");
  const taken = new Set(items.flatMap(({ fileName }) => fileName ?? []));
  return items.map((node) => {
    const name = node.fileName ?? chooseName(node, taken);
    return { node, name, order: node.fileOrder };
  });
}

function chooseName({ slug, type }: FileNode, taken: Set<string>): string {
  const ending = type === "page" ? ".md" : "";
  for (let count = 1; ; count += 1) {
    const name = `${slug}${count === 1 ? "" : `-${count}`}${ending}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/**
 * The file of a folder, with the order of its items if nothing else gives it, or null if it needs
 * none.
 */
function writeFolderFile(
  folder: FileNode | null,
  stored: string | null,
  children: readonly NamedNode[],
): string | null {
  const { items } = readFolderFile(stored, folder?.fileName ?? "");
  const sorted = sortItems(children, items);
  if (sorted.every(({ name }, at) => name === children[at]?.name)) return stored;
  return setFolderKeys(stored, { items: children.map(({ name }) => name) });
}
