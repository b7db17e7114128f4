import type { Design, EndpointRow, TagRow } from "@lintel/openapi/design";

/** Which version's rows are meant. */
export interface VersionPlace {
  readonly organizationId: string;
  readonly versionId: string;
}

export interface FolderRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly position: number;
  readonly name: string;
  readonly description: string | null;
}

/** An endpoint with the columns that its document does not have. */
export interface StoredEndpoint extends EndpointRow {
  readonly folderId: string | null;
  readonly internalNotes: string | null;
}

export interface StoredTag extends TagRow {
  readonly icon: string | null;
}

/** A version's rows as they are kept: its document, and what a document has no place for. */
export interface StoredDesign extends Design {
  readonly folders: readonly FolderRow[];
  readonly tags: readonly StoredTag[];
  readonly endpoints: readonly StoredEndpoint[];
}

/** A design of a document alone, in no folders and without notes. */
export function toStoredDesign(design: Design): StoredDesign {
  return {
    ...design,
    folders: [],
    tags: design.tags.map((tag) => ({ icon: null, ...tag })),
    endpoints: design.endpoints.map((endpoint) => ({
      folderId: null,
      internalNotes: null,
      ...endpoint,
    })),
  };
}
