import type { Design } from "@lintel/openapi/design";
import type { DesignTables } from "./design.tables.ts";

/**
 * PostgreSQL's types of the columns that the design model has; a `value` is JSON that is always
 * there, so that null is a value like another.
 */
export type ColumnType = "uuid" | "text" | "int4" | "bool" | "json" | "value";

/** A table of design rows: its columns beyond those of the version, each with its type. */
export interface DesignTable {
  readonly name: keyof DesignTables;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Has its own `rowVersion`, and times of its making and change. */
  readonly isStamped: boolean;
}

const remnant = { rest: "json", keys: "json" } as const;
const placed = { id: "uuid", position: "int4" } as const;

/** The kinds of rows, each with where it is kept; those that others refer to first. */
export const designTables = {
  folders: {
    name: "specFolder",
    columns: { ...placed, parentId: "uuid", name: "text", description: "text" },
    isStamped: true,
  },
  tags: {
    name: "specTag",
    columns: {
      ...placed,
      name: "text",
      description: "text",
      summary: "text",
      parent: "text",
      kind: "text",
      icon: "text",
      ...remnant,
    },
    isStamped: true,
  },
  pathItems: {
    name: "pathItem",
    columns: { ...placed, path: "text", ...remnant },
    isStamped: false,
  },
  endpoints: {
    name: "endpoint",
    columns: {
      ...placed,
      pathItemId: "uuid",
      folderId: "uuid",
      method: "text",
      summary: "text",
      description: "text",
      operationId: "text",
      tags: "json",
      isDeprecated: "bool",
      internalNotes: "text",
      ...remnant,
      remnants: "json",
    },
    isStamped: true,
  },
  securityAssignments: {
    name: "securityAssignment",
    columns: {
      ...placed,
      endpointId: "uuid",
      alternative: "int4",
      schemeName: "text",
      scopes: "json",
    },
    isStamped: false,
  },
  parameters: {
    name: "parameter",
    columns: {
      ...placed,
      endpointId: "uuid",
      pathItemId: "uuid",
      ref: "text",
      name: "text",
      location: "text",
      description: "text",
      required: "bool",
      isDeprecated: "bool",
      style: "text",
      explode: "bool",
      contentType: "text",
      schema: "json",
      example: "json",
      ...remnant,
      remnants: "json",
    },
    isStamped: true,
  },
  requestBodies: {
    name: "requestBody",
    columns: {
      id: "uuid",
      endpointId: "uuid",
      ref: "text",
      description: "text",
      required: "bool",
      ...remnant,
    },
    isStamped: true,
  },
  responses: {
    name: "response",
    columns: {
      ...placed,
      endpointId: "uuid",
      statusCode: "text",
      ref: "text",
      description: "text",
      ...remnant,
    },
    isStamped: true,
  },
  responseHeaders: {
    name: "responseHeader",
    columns: {
      ...placed,
      responseId: "uuid",
      name: "text",
      ref: "text",
      description: "text",
      required: "bool",
      isDeprecated: "bool",
      schema: "json",
      example: "json",
      ...remnant,
    },
    isStamped: true,
  },
  mediaTypes: {
    name: "mediaType",
    columns: {
      ...placed,
      requestBodyId: "uuid",
      responseId: "uuid",
      contentType: "text",
      ref: "text",
      schema: "json",
      itemSchema: "json",
      example: "json",
      ...remnant,
    },
    isStamped: false,
  },
  components: {
    name: "component",
    columns: { ...placed, kind: "text", name: "text", content: "value" },
    isStamped: true,
  },
} as const satisfies Record<Exclude<keyof Design, "document"> | "folders", DesignTable>;

export type DesignKind = keyof typeof designTables;

export const designKinds = Object.keys(designTables) as DesignKind[];
