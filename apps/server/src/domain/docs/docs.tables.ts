import type { ColumnType } from "kysely";
import type { At, Json, Stamped } from "../../platform/database/column.types.ts";
import type { OfVersion } from "../version-columns.types.ts";

export interface DocumentationRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  name: string;
  slug: string;
  portalEnabled: boolean;
  requireApproval: boolean;
  allowsExternalImages: ColumnType<boolean, boolean | undefined, boolean>;
  logoUrl: string | null;
  primaryColor: string | null;
  /** How many replaced versions of a label are kept. */
  keptCopies: ColumnType<number, number | undefined, number>;
  faviconUrl: ColumnType<string | null, string | null | undefined, string | null>;
  /** A font that the portal includes, or null for the fonts of the reader's system. */
  typeface: ColumnType<string | null, string | null | undefined, string | null>;
}

/** The votes of readers on "Was this page helpful?". */
export interface DocPageVoteRow {
  organizationId: string;
  documentationId: string;
  /** The path of the page below the documentation, the same in all versions. */
  path: string;
  helpful: number;
  notHelpful: number;
}

export interface DocVersionRow extends Stamped {
  organizationId: string;
  documentationId: string;
  id: string;
  versionNumber: number;
  label: string;
  status: string;
  visibility: string;
  publishedAt: At | null;
  submittedBy: string | null;
  approvedBy: string | null;
  /** The published label of an archived version. */
  publishedLabel: string | null;
  /** Archived because another version of its label was published. */
  isReplaced: ColumnType<boolean, boolean | undefined, boolean>;
  /** Incremented by every change that is visible to readers. */
  treeVersion: ColumnType<string, string | number | undefined, string | number>;
  /** The `_folder.yml` of the pushed folder, unchanged. */
  folderFile: string | null;
}

/** A page, a folder or an API reference in the tree of a version. */
export interface DocNodeRow extends OfVersion, Stamped {
  id: string;
  type: string;
  parentId: string | null;
  position: number;
  slug: string;
  /** The name of a folder, or of the specification of a reference. */
  title: string;
  icon: string | null;
  description: string | null;
  isSection: ColumnType<boolean, boolean | undefined, boolean>;
  /** The name of the pushed file or folder, or null if it was made in Lintel. */
  fileName: string | null;
  /** The `order` in its file. */
  fileOrder: number | null;
  /** The `_folder.yml` of a pushed folder, unchanged. */
  folderFile: string | null;
}

export interface DocPageRow extends OfVersion {
  id: string;
  content: string;
  /**
   * The digest of the stored text of a page of an archived version. Its `content` is then empty.
   */
  archivedDigest: string | null;
  /** The front matter as it was pushed, with its fences, or null. */
  frontMatter: string | null;
  /** SHA-256 of the pushed file, front matter and content, in hexadecimal. */
  digest: string;
  /** The person who wrote the present text; null: a program, or before this was recorded. */
  changedBy: ColumnType<string | null, string | null | undefined, string | null>;
  html: string | null;
  headings: Json<unknown[]> | null;
  links: Json<unknown[]> | null;
  searchTitle: ColumnType<string, string | undefined, string>;
  searchHeadings: ColumnType<string, string | undefined, string>;
  searchBody: ColumnType<string, string | undefined, string>;
  lockId: string | null;
  lockedBy: string | null;
  lockedSince: At | null;
  lockExpiresAt: At | null;
}

/** The document of a specification's version at the time when it was attached. */
export interface DocSnapshotRow extends OfVersion {
  id: string;
  specId: string;
  specVersionId: string;
  specName: string;
  versionNumber: string;
  endpointCount: number;
  digest: string;
  document: string;
  /** Pairs of a group and the description of the folder of that name. */
  groupDescriptions: ColumnType<readonly (readonly [string, string])[], string | undefined, string>;
}

export interface DocRedirectRow extends OfVersion {
  fromPath: string;
  nodeId: string;
}

export interface DocAssetRow {
  organizationId: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  digest: string;
  mediaType: string;
  size: number;
  /** Pixels, if the file has them. */
  width: number | null;
  height: number | null;
  /** The bytes as they were uploaded. */
  bytes: Uint8Array;
  /** What readers get instead, or null if they get the same bytes. */
  cleanBytes: Uint8Array | null;
  createdAt: At;
}

export interface DocVersionAssetRow extends OfVersion {
  /** The pushed path, relative to the folder. */
  path: string;
  digest: string;
}

export interface DocsTables {
  documentation: DocumentationRow;
  docVersion: DocVersionRow;
  docNode: DocNodeRow;
  docPage: DocPageRow;
  docSnapshot: DocSnapshotRow;
  docRedirect: DocRedirectRow;
  docPageVote: DocPageVoteRow;
  docAsset: DocAssetRow;
  docVersionAsset: DocVersionAssetRow;
}

declare module "../../platform/database/tables.ts" {
  interface Tables extends DocsTables {}
}
