import type { DocumentRow } from "@lintel/openapi/design";
import type { DesignKind } from "./design-columns.ts";
import type { FolderRow } from "./design.types.ts";

/** What the database has of a version, rows as texts: what is parsed where it is worked on. */
export interface StoredTexts {
  readonly document: DocumentRow;
  /** For each kind a JSON list of its rows, named as in code; of endpoints only the living. */
  readonly rows: Readonly<Record<DesignKind, string>>;
  /** The contents of components in the order of their rows, which have none, each after a mark. */
  readonly contents: string;
  /** Paths all of whose endpoints were deleted, and that say nothing else. */
  readonly hiddenPathItemIds: readonly string[];
}

/**
 * Precedes each text of `contents`: a control character, which no JSON text has unescaped (as
 * in RFC 7464).
 */
export const contentMark = "\u001E";

/** The JSON texts of `contents`. */
export const listContents = ({ contents }: StoredTexts): string[] =>
  contents.split(contentMark).slice(1);

/** Characters of all rows: how much work they are. */
export const measureTexts = ({ rows, contents }: StoredTexts): number =>
  Object.values(rows).reduce((sum, text) => sum + text.length, contents.length);

/** The folders. An OpenAPI document cannot contain them. */
export const listFolders = ({ rows }: StoredTexts): FolderRow[] =>
  JSON.parse(rows.folders) as FolderRow[];
