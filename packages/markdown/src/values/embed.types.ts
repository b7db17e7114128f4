/**
 * What an embed names: an operation by method and path or by its id, or a schema by its name. `source` is the address
 * of the API reference that it is in, or the last part of that; without one, any reference may have it.
 */
export type EmbedReference = { readonly source?: string } & (
  | { readonly kind: "endpoint"; readonly method: string; readonly path: string }
  | { readonly kind: "endpoint"; readonly operationId: string }
  | { readonly kind: "schema"; readonly name: string }
);

/** A piece of a line, which may lead to where it is described. */
export interface EmbedPart {
  readonly text: string;
  readonly href: string | null;
}

export type EmbedLine = readonly EmbedPart[];

export interface EmbedField {
  /** Of a property below another: with the names above it, such as `author.name`. */
  readonly name: string;
  /** `string`, `array of Book` and the like; empty where unknown. */
  readonly type: EmbedLine;
  /** `required`, `deprecated` and the like. */
  readonly badges: readonly string[];
  readonly description: string;
  /** What else is to be known of its values, such as `At most 200 characters`. */
  readonly facts: readonly string[];
}

export interface EndpointModel {
  readonly kind: "endpoint";
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** Where the operation is described in full; null where nowhere. */
  readonly href: string | null;
  readonly parameters: readonly (EmbedField & { readonly in: string })[];
  /** What is sent; empty where nothing is. */
  readonly body: EmbedLine;
  readonly responses: readonly {
    readonly status: string;
    readonly type: EmbedLine;
    readonly description: string;
  }[];
}

/** Properties, options and the like of a schema, each with those below it right after it. */
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
  /** There is more than the groups hold. */
  readonly hasMore: boolean;
}

/** What a caller answers for an embed: plain texts, which the card escapes. */
export type EmbedModel = EndpointModel | SchemaModel;
