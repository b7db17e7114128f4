// The content of a page without its format. HTML, Markdown and the text for searching are made from
// the same blocks, so that all of them have the same content.

export type Tone = "plain" | "required" | "warning" | "quiet";

/**
 * A piece of a line. `path` is a page of the reference, `href` any URL; an invalid URL becomes
 * text.
 */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly path: string; readonly text: string }
  | { readonly href: string; readonly text: string }
  | { readonly badge: string; readonly tone: Tone };

export type Line = readonly Inline[];

/** A parameter, header, property or option of a schema, with its nested fields. */
export interface Field {
  readonly name: Inline;
  readonly type: Line;
  readonly badges: readonly { readonly badge: string; readonly tone: Tone }[];
  /** Markdown of the document. */
  readonly description: string | null;
  readonly facts: readonly Line[];
  readonly below: readonly FieldGroup[];
  /** For a field that is the same on many pages: the cache of its HTML. */
  readonly memo?: FieldMemo;
}

/** The HTML of a field around its description, without nested fields. */
export interface FieldHtml {
  readonly before: string;
  readonly after: string;
}

export interface FieldMemo {
  html: FieldHtml | null;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Shown instead of fields that are not on this page. */
  readonly more: Line | null;
}

export interface LinkItem {
  readonly path: string;
  readonly title: string;
  readonly method: string | null;
  readonly deprecated: boolean;
  readonly note: string | null;
}

export type Block =
  | {
      readonly kind: "heading";
      readonly level: 2 | 3 | 4;
      readonly id: string;
      readonly text: string;
    }
  | { readonly kind: "prose"; readonly markdown: string }
  | { readonly kind: "line"; readonly tone: Tone; readonly line: Line }
  | { readonly kind: "route"; readonly method: string; readonly route: string }
  /** The method and URL of an operation; the island uses the template to send a request. */
  | {
      readonly kind: "address";
      readonly method: string;
      readonly route: string;
      readonly servers: readonly string[];
      readonly template: unknown;
    }
  | { readonly kind: "fields"; readonly groups: readonly FieldGroup[] }
  | {
      readonly kind: "code";
      readonly title: string | null;
      readonly language: string;
      readonly text: string;
    }
  | { readonly kind: "links"; readonly items: readonly LinkItem[] }
  | {
      readonly kind: "tabs";
      readonly id: string;
      readonly title: string;
      readonly tabs: readonly { readonly label: string; readonly blocks: readonly Block[] }[];
    }
  /** Without blocks, only its title is shown. */
  | {
      readonly kind: "fold";
      readonly title: Line;
      readonly isOpen: boolean;
      readonly blocks: readonly Block[];
    }
  | {
      readonly kind: "columns";
      /** The first part, also in a single column. */
      readonly head: readonly Block[];
      /** Samples: at the right of wide screens, and between head and main of others. */
      readonly aside: readonly Block[];
      readonly main: readonly Block[];
      /** Remaining nodes of the page, for the colors of code. */
      readonly spare: number;
    };
