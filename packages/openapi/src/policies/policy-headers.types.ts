import type { Json } from "@lintel/json/value";

/** A header that a policy adds where there is none of its name. */
export interface PolicyHeader {
  readonly name: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly isDeprecated: boolean;
  readonly schemaType: string;
  readonly schemaFormat: string | null;
  /** Undefined where there is none: null is a value like another. */
  readonly defaultValue: Json | undefined;
  readonly example: Json | undefined;
  /** As it is on the wire; documents before OpenAPI 3.2 have no place for it. */
  readonly serializedExample: string | null;
}

/** The headers of every request and of every response, in the order in which they are added. */
export interface PolicyHeaders {
  readonly requests: readonly PolicyHeader[];
  readonly responses: readonly PolicyHeader[];
}
