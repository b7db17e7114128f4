import type { ComponentKind } from "@lintel/contract/words/design";

interface KindWords {
  readonly one: string;
  /** What a new one contains. */
  readonly start: (name: string) => unknown;
}

/** What people call the kinds of components, and what a new one begins with. */
const kinds: Readonly<Record<ComponentKind, KindWords>> = {
  schemas: { one: "Schema", start: () => ({ type: "object", properties: {} }) },
  responses: { one: "Response", start: () => ({ description: "" }) },
  parameters: {
    one: "Parameter",
    start: (name) => ({ name, in: "query", schema: { type: "string" } }),
  },
  examples: { one: "Example", start: () => ({ value: null }) },
  requestBodies: {
    one: "Request body",
    start: () => ({ content: { "application/json": { schema: { type: "object" } } } }),
  },
  headers: { one: "Header", start: () => ({ schema: { type: "string" } }) },
  securitySchemes: {
    one: "Security scheme",
    start: () => ({ type: "http", scheme: "bearer" }),
  },
  links: { one: "Link", start: () => ({ operationId: "" }) },
  callbacks: { one: "Callback", start: () => ({}) },
  pathItems: { one: "Path item", start: () => ({}) },
  mediaTypes: { one: "Media type", start: () => ({ schema: {} }) },
};

export const nameKind = (kind: ComponentKind): string => kinds[kind].one;

export const startOf = (kind: ComponentKind, name: string): unknown => kinds[kind].start(name);
