import { createHash } from "node:crypto";
import type { FileNode, StoredFile } from "./doc-files.store.ts";
import { folderFileName, kindOf, type FileKind } from "./file-names.rules.ts";
import { readFolderFile, setFolderKeys } from "./folder-file.rules.ts";
import { sortItems } from "./item-order.rules.ts";

/** A file as the version would be written to a folder. */
export interface TreeFile {
  readonly digest: string;
  readonly kind: FileKind;
  /** The page, or the folder that the file tells of; null for the root's and for assets. */
  readonly node: FileNode | null;
  /** Of a folder's file; the text of a page is read when it is needed. */
  readonly text: string | null;
}

/** A version as files. */
export interface FileTree {
  readonly files: ReadonlyMap<string, TreeFile>;
  /** The paths of pages and folders by id. */
  readonly paths: ReadonlyMap<string, string>;
  readonly nodes: readonly FileNode[];
  /** What is stored of the root's file. */
  readonly rootFile: string | null;
}

export function digestText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The files of a version. A page that was made here is named by its slug. An order that was made here
 * is written into the file of the folder, where the names and numbers do not give it by themselves.
 *
 * @param nodes - in the order of their siblings
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
      // A folder without any file would not be there.
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

/** References to specifications are no files. */
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

/** The file of a folder, with its order where nothing else gives it; null where it needs none. */
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
