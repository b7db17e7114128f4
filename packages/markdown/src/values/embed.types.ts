/**
 * The target of an embed: an operation by method and path or by its id, or a schema by its name. `source` is the
 * address of its API reference, or the last part of that; without one, any reference may have it.
 */
export type EmbedReference = { readonly source?: string } & (
  | { readonly kind: "endpoint"; readonly method: string; readonly path: string }
  | { readonly kind: "endpoint"; readonly operationId: string }
  | { readonly kind: "schema"; readonly name: string }
);

/** A piece of a line, which may link to its description. */
export interface EmbedPart {
  readonly text: string;
  readonly href: string | null;
}

export type EmbedLine = readonly EmbedPart[];

export interface EmbedField {
  /** For a nested property, with the names above it, such as `author.name`. */
  readonly name: string;
  /** Such as `string` or `array of Book`; empty if unknown. */
  readonly type: EmbedLine;
  /** Such as `required` or `deprecated`. */
  readonly badges: readonly string[];
  readonly description: string;
  /** Further facts about its values, such as `At most 200 characters`. */
  readonly facts: readonly string[];
}

export interface EndpointModel {
  readonly kind: "endpoint";
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** The address of the full description; null if there is none. */
  readonly href: string | null;
  readonly parameters: readonly (EmbedField & { readonly in: string })[];
  /** The request body; empty if there is none. */
  readonly body: EmbedLine;
  readonly responses: readonly {
    readonly status: string;
    readonly type: EmbedLine;
    readonly description: string;
  }[];
}

/** Properties, options and the like of a schema, each followed by those below it. */
export interface EmbedFieldGroup {
  readonly title: string;
  readonly fields: readonly EmbedField[];
}

export interface SchemaModel {
  readonly kind: "schema";
  readonly name: string;
  readonly type: EmbedLine;
  readonly description: string;
  readonly deprecated: boolean;
  readonly href: string | null;
  readonly groups: readonly EmbedFieldGroup[];
  /** There are more properties than the groups contain. */
  readonly hasMore: boolean;
}

/** The resolver's answer for an embed: plain texts, which the card escapes. */
export type EmbedModel = EndpointModel | SchemaModel;
