import type { Selectable } from "kysely";
import type { PublishedDeprecations } from "../../domain/deprecation/published-deprecations.ts";
import type { Reader } from "../../platform/credentials/reader-token.ts";
import type {
  DocNodeRow,
  DocumentationRow,
  DocPageRow,
  DocSnapshotRow,
  DocVersionRow,
} from "../../domain/docs/docs.tables.ts";

/** A documentation that the portal shows, and one version of it: a row for every version. */
export type SiteRow = Pick<
  Selectable<DocVersionRow>,
  "label" | "status" | "visibility" | "treeVersion" | "publishedAt"
> & {
  readonly organizationId: string;
  readonly projectId: string;
  readonly documentationId: string;
  readonly versionId: string;
  readonly name: string;
  readonly allowsExternalImages: boolean;
  /** The folder file of the pushed root folder. */
  readonly folderFile: string | null;
  /** Changes with the deprecations that its API references show, and each day; null without any. */
  readonly deprecationStamp: string | null;
} & SiteBranding;

/** The branding of a documentation. */
export type SiteBranding = Pick<
  Selectable<DocumentationRow>,
  "logoUrl" | "faviconUrl" | "primaryColor" | "typeface"
>;

/** A documentation as a reader sees it: the versions that the reader may see, in the order of `widestFirst`. */
export interface Site extends SiteBranding {
  readonly organizationSlug: string;
  readonly documentationSlug: string;
  readonly name: string;
  readonly allowsExternalImages: boolean;
  readonly versions: readonly SiteRow[];
  /** Changes with everything that all pages share. */
  readonly stamp: string;
  /** Shown through a preview link. */
  readonly isPreview: boolean;
}

/** A documentation, as far as it can be cached for all readers. */
export interface PublishedSite {
  /** What anyone may read; null if nothing is public. */
  readonly open: Site | null;
  /** Whether people who sign in may read more. */
  readonly isRestricted: boolean;
}

/** What a person who signed in sees of a documentation. */
export interface SiteOfReader {
  /** null: the token opens nothing. */
  readonly reader: Reader | null;
  /** null: the reader may see none of it, or it does not exist. */
  readonly site: Site | null;
}

/** A documentation that anyone may read, in a list of them. */
export interface ListedSite {
  readonly organizationSlug: string;
  readonly organizationName: string;
  readonly slug: string;
  readonly name: string;
  /** The label of the newest version that anyone may read. */
  readonly version: string;
  readonly publishedAt: Date | null;
}

export type SiteNode = Pick<
  Selectable<DocNodeRow>,
  | "id"
  | "type"
  | "parentId"
  | "slug"
  | "title"
  | "icon"
  | "description"
  | "isSection"
  | "fileName"
  | "modifiedAt"
>;

export type StoredReference = Pick<
  Selectable<DocSnapshotRow>,
  "specId" | "specVersionId" | "document" | "groupDescriptions"
>;

/** An API reference with what is deprecated in it. */
export interface ReadReference extends StoredReference {
  readonly deprecations: PublishedDeprecations;
}

export type ReaderPage = Pick<
  Selectable<DocPageRow>,
  "id" | "content" | "frontMatter" | "html" | "headings" | "links"
>;
