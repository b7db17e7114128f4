import type { DocumentView } from "@lintel/openapi/view";
import type { Place } from "@lintel/json/place";

/** What the portal knows of an operation beyond its document. */
export interface DeprecationNotice {
  /** A date or time of ISO 8601. */
  readonly sunset?: string;
  /** What to use instead: an operation of this document (`METHOD /path` or its operationId), or a text with an address. */
  readonly successor?: string | { readonly title: string; readonly href: string };
}

export interface ReferenceOptions {
  /** Where the reference is mounted, without a slash at the end; empty unless said otherwise. */
  readonly basePath?: string;
  /** What replaces a tag's description, by the tag's name: the description of the folder of that name. */
  readonly groupDescriptions?: ReadonlyMap<string, string>;
  /** Deprecations by `METHOD /path`; they come before what the document says itself. */
  readonly deprecations?: ReadonlyMap<string, DeprecationNotice>;
  /** The address of the document: servers with relative addresses stand beside it. */
  readonly documentUrl?: string;
  /**
   * Makes safe HTML of Markdown, the same whenever it is asked. Its ids are told from those of the page's other texts
   * afterwards. Unless it is given, texts are escaped and shown as they stand.
   */
  readonly renderMarkdown?: (markdown: string) => Promise<string> | string;
}

/** An entry of the sidebar; `path` is relative to the reference, and null for a heading without a page. */
export interface NavigationItem {
  readonly title: string;
  readonly path: string | null;
  readonly method?: string;
  readonly deprecated: boolean;
  readonly children: readonly NavigationItem[];
}

export interface OperationEntry {
  readonly kind: "operation" | "webhook";
  readonly path: string;
  readonly title: string;
  readonly deprecated: boolean;
  /** In capitals, but for additional operations of 3.2, which stand as they are sent. */
  readonly method: string;
  /** The template of the path, or the name of the webhook. */
  readonly route: string;
  readonly item: Place;
  readonly operation: Place;
  readonly tags: readonly string[];
}

export interface SchemaEntry {
  readonly kind: "schema";
  readonly path: string;
  readonly title: string;
  readonly deprecated: boolean;
  readonly schema: unknown;
}

/** A tag with its operations and the tags below it. */
export interface TagEntry {
  readonly kind: "tag";
  readonly path: string;
  readonly title: string;
  readonly deprecated: boolean;
  readonly name: string;
  readonly description: string | null;
  readonly externalDocs: unknown;
  readonly operations: readonly OperationEntry[];
  readonly children: readonly TagEntry[];
}

export interface OverviewEntry {
  readonly kind: "overview";
  readonly path: "";
  readonly title: string;
  readonly deprecated: boolean;
}

/** An operation's page without a limit of what it shows; the operation's own page links here where it was cut. */
export interface AllFieldsEntry {
  readonly kind: "all-fields";
  readonly path: string;
  readonly title: string;
  readonly deprecated: boolean;
  readonly of: OperationEntry;
}

export type PageEntry = OverviewEntry | TagEntry | OperationEntry | SchemaEntry | AllFieldsEntry;

/** All pages of a reference, and what they are made from. Nothing is rendered yet. */
export interface ReferencePlan {
  readonly title: string;
  readonly navigation: readonly NavigationItem[];
  /** By path, in the order of the navigation; pages of all fields are not listed but can be rendered. */
  readonly pages: ReadonlyMap<string, PageEntry>;
  readonly tags: readonly TagEntry[];
  readonly operations: readonly OperationEntry[];
  readonly webhooks: readonly OperationEntry[];
  readonly schemas: readonly SchemaEntry[];
  readonly view: DocumentView;
  readonly options: ReferenceOptions;
  /** The page of a schema, by the schema itself. */
  readonly schemaPages: ReadonlyMap<object, SchemaEntry>;
  /** By `METHOD /path` and by `#operationId`. */
  readonly operationPages: ReadonlyMap<string, OperationEntry>;
}
