import type { Generated } from "kysely";
import type { At } from "../../platform/database/column.types.ts";
import type { OfVersion } from "../../domain/version-columns.types.ts";

/** A page of an API reference, for the search. */
export interface DocReferenceTextRow extends OfVersion {
  id: string;
  /** The path below the reference. */
  path: string;
  searchTitle: string;
  searchHeadings: string;
  searchBody: string;
}

/** A file as it was last synced. */
export interface DocSyncedFileRow extends OfVersion {
  path: string;
  digest: string;
}

/** Bytes that a project uploaded and may use. */
export interface DocAssetUploadRow {
  organizationId: string;
  projectId: string;
  digest: string;
  uploadedAt: At;
}

/** The text of pages of archived versions. */
export interface DocArchivedTextRow {
  organizationId: string;
  /** SHA-256 of the text, in hexadecimal. */
  digest: string;
  content: string;
}

/** A text that a page had before it was saved again. */
export interface DocPageRevisionRow {
  organizationId: string;
  versionId: string;
  pageId: string;
  id: Generated<string>;
  title: string;
  content: string;
  /** The person who wrote it; null: a program, or before this was recorded. */
  writtenBy: string | null;
  writtenAt: At;
  replacedAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    docReferenceText: DocReferenceTextRow;
    docSyncedFile: DocSyncedFileRow;
    docAssetUpload: DocAssetUploadRow;
    docArchivedText: DocArchivedTextRow;
    docPageRevision: DocPageRevisionRow;
  }
}
