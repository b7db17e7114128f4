import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-files";
import type { PushedFile } from "@lintel/contract/shapes/doc-files";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid, type FieldError } from "../../platform/problem.ts";
import { readFileTree } from "./doc-files.service.ts";
import { selectSynced } from "./doc-files.store.ts";
import { rowsOf } from "./doc-tree.service.ts";
import type { StoredVersion } from "./doc-visibility.ts";
import { isHidden } from "./file-names.rules.ts";
import { digestText, type FileTree } from "./file-tree.ts";
import { compareFiles, type Comparison } from "./sync-compare.rules.ts";

export type Input = InputOf<typeof declared.syncDocVersion>;
export type Synced = OutputOf<typeof declared.syncDocVersion>;
type Digests = ReadonlyMap<string, string>;

/** The state that a sync is compared with. */
export interface Work {
  readonly version: StoredVersion;
  readonly place: Place;
  readonly wanted: Digests;
  readonly sent: ReadonlyMap<string, PushedFile>;
  readonly synced: Digests;
  readonly tree: FileTree;
  readonly comparison: Comparison;
}

export async function readWork(
  context: ProjectContext,
  input: Input,
  version: StoredVersion,
): Promise<Work> {
  const sent = readSent(input.files);
  const wanted = new Map(input.files.map(({ path, digest }) => [path, digest]));
  const place = rowsOf(version);
  const synced = toDigests(await selectSynced(context.db, place));
  const base = input.base === undefined ? synced : toDigests(input.base);
  const tree = await readFileTree(context, version);
  const comparison = compareFiles(wanted, tree, base, context.now);
  return { version, place, wanted, sent, synced, tree, comparison };
}

const toDigests = (files: readonly { readonly path: string; readonly digest: string }[]) =>
  new Map(files.map(({ path, digest }) => [path, digest]));

/**
 * @throws Problem VALIDATION_FAILED if a path appears twice or a text does not match its digest.
 */
function readSent(files: readonly PushedFile[]): Map<string, PushedFile> {
  const sent = new Map<string, PushedFile>();
  const errors: FieldError[] = [];
  for (const [at, file] of files.entries()) {
    const field = `files[${at}]`;
    if (isHidden(file.path)) {
      const message = `${file.path} has a name that begins with a dot: such files stay where they are.`;
      errors.push({ field, code: "PATH_HIDDEN", message });
    }
    if (sent.has(file.path))
      errors.push({ field, code: "PATH_TAKEN", message: `${file.path} is named twice.` });
    if (file.text !== undefined && digestText(file.text) !== file.digest) {
      const message = `${file.path} was changed while it was sent: its text has another digest.`;
      errors.push({ field, code: "DIGEST_MISMATCH", message });
    }
    sent.set(file.path, file);
  }
  if (errors.length > 0) throw invalid(...errors.slice(0, 20));
  return sent;
}
