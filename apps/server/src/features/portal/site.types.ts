import type { Selectable } from "kysely";
import type {
  DocNodeRow,
  DocPageRow,
  DocSnapshotRow,
  DocVersionRow,
} from "../../platform/database/docs-tables.ts";

/** A documentation that the portal shows, and one version of it: a row for every version. */
export type SiteRow = Pick<
  Selectable<DocVersionRow>,
  "label" | "status" | "visibility" | "treeVersion" | "publishedAt"
> & {
  readonly organizationId: string;
  readonly documentationId: string;
  readonly versionId: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly primaryColor: string | null;
};

/** A documentation as a reader sees it: the versions that the reader may see, the newest first. */
export interface Site {
  readonly organizationSlug: string;
  readonly documentationSlug: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly primaryColor: string | null;
  readonly versions: readonly SiteRow[];
  /** Changes with everything that is the same on all its pages. */
  readonly stamp: string;
  /** Shown to who has a link to a version that readers do not see. */
  readonly isPreview: boolean;
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
  | "modifiedAt"
>;

export type StoredReference = Pick<Selectable<DocSnapshotRow>, "document" | "groupDescriptions">;

export type ReaderPage = Pick<
  Selectable<DocPageRow>,
  "id" | "content" | "html" | "headings" | "links"
>;
