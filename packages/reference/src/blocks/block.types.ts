// What a page says, apart from how it is written: HTML, Markdown and the text for searching are made from the same
// blocks, so none of them can say less than another.

export type Tone = "plain" | "required" | "warning" | "quiet";

/** A piece of a line. `path` leads to a page of the reference, `href` to anywhere; a wrong address is left as text. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly path: string; readonly text: string }
  | { readonly href: string; readonly text: string }
  | { readonly badge: string; readonly tone: Tone };

export type Line = readonly Inline[];

/** A parameter, header, property or option of a schema, with what stands below it. */
export interface Field {
  readonly name: Inline;
  readonly type: Line;
  readonly badges: readonly { readonly badge: string; readonly tone: Tone }[];
  /** Markdown of the document. */
  readonly description: string | null;
  readonly facts: readonly Line[];
  readonly below: readonly FieldGroup[];
  /** Of a field that stands on many pages as it is: where its HTML is kept once it was written. */
  readonly memo?: FieldMemo;
}

/** The HTML of a field around its description, without what stands below it. */
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
  /** Said in place of fields that are not shown here. */
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
  /** Where an operation is called; the template is what the island sends. */
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
  /** Without blocks, its title is all there is. */
  | {
      readonly kind: "fold";
      readonly title: Line;
      readonly isOpen: boolean;
      readonly blocks: readonly Block[];
    }
  | {
      readonly kind: "columns";
      /** What comes first, also where there is one column. */
      readonly head: readonly Block[];
      /** Samples: at the right of wide screens, and between head and main of others. */
      readonly aside: readonly Block[];
      readonly main: readonly Block[];
      /** Nodes that the page has room for beyond what it says: colours of code. */
      readonly spare: number;
    };
