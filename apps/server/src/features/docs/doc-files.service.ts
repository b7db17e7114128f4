import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-files";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { selectAssets, selectFileNodes, selectRootFile, selectTexts } from "./doc-files.store.ts";
import { findVersion, type StoredVersion, type VersionPlace } from "./doc-visibility.ts";
import { rowsOf, tagVersion } from "./doc-tree.service.ts";
import { buildFileTree, digestText, type FileTree } from "./file-tree.ts";

/** Maximum characters of an answer. */
const maxAnswerLength = 8_000_000;

export async function listFiles(
  context: ProjectContext,
  place: VersionPlace,
): Promise<OutputOf<typeof declared.listDocFiles>> {
  // Reads the tag first: a change that is made in between is then returned under the older tag.
  const version = await findVersion(context, place);
  const treeVersion = await tagVersion(context, version);
  const { files } = await readFileTree(context, version);
  const listed = Array.from(files, ([path, { digest }]) => ({ path, digest }));
  return { files: listed.toSorted((a, b) => (a.path < b.path ? -1 : 1)), treeVersion };
}

export async function readFiles(
  context: ProjectContext,
  input: InputOf<typeof declared.readDocFiles>,
): Promise<OutputOf<typeof declared.readDocFiles>> {
  const version = await findVersion(context, input);
  const { files } = await readFileTree(context, version);
  const wanted = [...new Set(input.paths)];
  const isText = (path: string) => (files.get(path)?.kind ?? "asset") !== "asset";
  const found: ReadFile[] = [];
  let length = 0;
  for (const some of chunks(wanted.filter(isText), 20)) {
    if (length > maxAnswerLength) break;
    const read = await readTexts(context, version, files, some);
    found.push(...read);
    length += read.reduce((sum, { text }) => sum + text.length, 0);
  }
  return { files: found, missing: wanted.filter((path) => !isText(path)) };
}

type ReadFile = OutputOf<typeof declared.readDocFiles>["files"][number];

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

async function readTexts(
  { db }: ProjectContext,
  version: StoredVersion,
  files: FileTree["files"],
  paths: readonly string[],
): Promise<ReadFile[]> {
  const ids = paths.flatMap((path) => {
    const file = files.get(path);
    return file?.kind === "page" && file.node !== null ? [file.node.id] : [];
  });
  const texts = await selectTexts(db, rowsOf(version), ids);
  return paths.flatMap((path) => {
    const file = files.get(path);
    const text = file?.text ?? texts.get(file?.node?.id ?? "");
    // The text may be newer than the list, and so is its digest.
    return text === undefined ? [] : [{ path, digest: digestText(text), text }];
  });
}

/** A version as files. It is a consistent snapshot if the caller has locked the version's row. */
export async function readFileTree(
  { db }: ProjectContext,
  version: StoredVersion,
): Promise<FileTree> {
  const nodes = await selectFileNodes(db, rowsOf(version));
  const assets = await selectAssets(db, rowsOf(version));
  return buildFileTree(nodes, await selectRootFile(db, rowsOf(version)), assets);
}
