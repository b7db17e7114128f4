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
  /** How many replaced versions of a label stay. */
  keptCopies: ColumnType<number, number | undefined, number>;
  faviconUrl: ColumnType<string | null, string | null | undefined, string | null>;
  /** One that the portal brings along; null: the fonts of the reader's system. */
  typeface: ColumnType<string | null, string | null | undefined, string | null>;
}

/** What readers answered to "Was this page helpful?". */
export interface DocPageVoteRow {
  organizationId: string;
  documentationId: string;
  /** Of the page, below the documentation: the same in all versions. */
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
  /** Of an archived version: the label under which readers knew it. */
  publishedLabel: string | null;
  /** Archived because another version of its label was published. */
  isReplaced: ColumnType<boolean, boolean | undefined, boolean>;
  /** Raised by every change that a reader could see. */
  treeVersion: ColumnType<string, string | number | undefined, string | number>;
  /** What the pushed folder says of itself in its _folder.yml, as it was written. */
  folderFile: string | null;
}

/** A page, a folder or an API reference in the tree of a version. */
export interface DocNodeRow extends OfVersion, Stamped {
  id: string;
  type: string;
  parentId: string | null;
  position: number;
  slug: string;
  /** The name of a folder, and of the specification of a reference. */
  title: string;
  icon: string | null;
  description: string | null;
  isSection: ColumnType<boolean, boolean | undefined, boolean>;
  /** The name of the file or folder that was pushed; null where it was made here. */
  fileName: string | null;
  /** The `order` that its file gives it. */
  fileOrder: number | null;
  /** What a pushed folder says of itself, as it was written. */
  folderFile: string | null;
}

export interface DocPageRow extends OfVersion {
  id: string;
  content: string;
  /** Names the text of a page of an archived version; its `content` is empty then. */
  archivedDigest: string | null;
  /** The front matter as it was pushed, with its fences; null where there was none. */
  frontMatter: string | null;
  /** SHA-256 of what was pushed, front matter and content, in hexadecimal. */
  digest: string;
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

/** The document of a specification's version as it was when it was attached. */
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
  /** Pixels, where the file says. */
  width: number | null;
  height: number | null;
  /** As they were given. */
  bytes: Uint8Array;
  /** What readers get in their place; null where that is the same. */
  cleanBytes: Uint8Array | null;
  createdAt: At;
}

export interface DocVersionAssetRow extends OfVersion {
  /** As it was pushed, relative to the folder. */
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
