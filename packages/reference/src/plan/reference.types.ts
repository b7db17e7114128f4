import type { DocumentView } from "@lintel/openapi/view";
import type { Place } from "@lintel/json/place";

/** What the portal knows of an operation in addition to its document. */
export interface DeprecationNotice {
  /** A date or time of ISO 8601. */
  readonly sunset?: string;
  /** Days until the sunset, rounded up, on the day on which the page is made. */
  readonly daysLeft?: number;
  /** Whether it has ended, at the sunset or before. */
  readonly isOver?: boolean;
  /**
   * The successor: an operation of this document (`METHOD /path` or its operationId), or a text
   * with a URL.
   */
  readonly successor?: string | { readonly title: string; readonly href: string };
  /** How clients move to the successor, in Markdown. */
  readonly migrationGuide?: string;
}

export interface ReferenceOptions {
  /** The path of the reference, without a slash at the end; empty by default. */
  readonly basePath?: string;
  /**
   * Replacements for the descriptions of tags, by name: the description of the folder with that
   * name.
   */
  readonly groupDescriptions?: ReadonlyMap<string, string>;
  /**
   * Deprecations by `METHOD /path` without the names of variables, such as `GET /pets/{}`; they
   * override those of the document.
   */
  readonly deprecations?: ReadonlyMap<string, DeprecationNotice>;
  /** The deprecation of the whole version. */
  readonly versionDeprecation?: DeprecationNotice;
  /** The URL of the document, which relative URLs of servers are resolved against. */
  readonly documentUrl?: string;
  /**
   * Converts Markdown to safe HTML, always with the same result. Its ids are made unique in the
   * page afterwards. Without it, texts are escaped and shown as written.
   */
  readonly renderMarkdown?: (markdown: string) => Promise<string> | string;
}

/**
 * An entry of the sidebar; `path` is relative to the reference, and null for a heading without a
 * page.
 */
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
  readonly deprecation: DeprecationNotice | null;
  /** In upper case, except for additional operations of 3.2, which are shown as sent. */
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

/** The list of everything that is deprecated; a reference without deprecations has none. */
export interface DeprecationsEntry {
  readonly kind: "deprecations";
  readonly path: "deprecations";
  readonly title: string;
  readonly deprecated: false;
}

/**
 * An operation's page without limits; the operation's own page links to it where content was
 * omitted.
 */
export interface AllFieldsEntry {
  readonly kind: "all-fields";
  readonly path: string;
  readonly title: string;
  readonly deprecated: boolean;
  readonly of: OperationEntry;
}

export type PageEntry =
  | OverviewEntry
  | DeprecationsEntry
  | TagEntry
  | OperationEntry
  | SchemaEntry
  | AllFieldsEntry;

/** All pages of a reference, with their sources. Nothing is rendered yet. */
export interface ReferencePlan {
  readonly title: string;
  readonly navigation: readonly NavigationItem[];
  /**
   * By path, in the order of the navigation; pages of all fields are not listed but can be
   * rendered.
   */
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
