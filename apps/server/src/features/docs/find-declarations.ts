import type { PushedFile } from "@lintel/contract/shapes/doc-files";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { DeclaredReference } from "./declared-references.rules.ts";
import { selectFolderFiles, selectFrontMatters } from "./doc-files.store.ts";
import { kindOf, nameOf, parentOf } from "./file-names.rules.ts";
import { digestText } from "./file-tree.ts";
import { readFolderFile } from "./folder-file.rules.ts";
import { readPageFile } from "./page-file.rules.ts";
import { findIndexes } from "./sync-target.ts";

/** The API references that one file declares for its folder. */
export interface Declaration {
  /** The folder's path; `""` is the root. */
  readonly folder: string;
  readonly path: string;
  readonly references: readonly DeclaredReference[];
}

/**
 * The API references that the files of a push declare: first those in the `_folder.yml` of their
 * folder, then those in the front matter of the page that opens it. For files that were not sent,
 * the stored ones are read.
 */
export async function findDeclarations(
  db: Database,
  place: Place,
  files: readonly PushedFile[],
): Promise<Declaration[]> {
  const indexes = findIndexes(files.flatMap(({ path }) => (kindOf(path) === "page" ? path : [])));
  const folderFiles = await selectFolderFiles(db, place);
  const stored = new Map(folderFiles.map((text) => [digestText(text), text]));
  const unsent = files.filter(({ path, text }) => text === undefined && indexes.has(path));
  const heads = await selectFrontMatters(
    db,
    place,
    unsent.map(({ digest }) => digest),
  );
  const read = ({ path, digest, text }: PushedFile): readonly DeclaredReference[] => {
    if (kindOf(path) === "folderFile")
      return readFolderFile(text ?? stored.get(digest) ?? null, "").references;
    if (!indexes.has(path)) return [];
    return readPageFile(text ?? heads.get(digest) ?? "", nameOf(path), null).references;
  };
  const declarations = files.map((file) => ({
    folder: parentOf(file.path) ?? "",
    path: file.path,
    references: read(file),
  }));
  const isOfFolder = ({ path }: Declaration) => kindOf(path) === "folderFile";
  const declaring = declarations.filter(({ references }) => references.length > 0);
  return [...declaring.filter(isOfFolder), ...declaring.filter((each) => !isOfFolder(each))];
}
