import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { dereference, isJsonObject } from "./dereference.ts";
import type { JsonObject } from "./dereference.ts";

/** One parameter; its schema is free of references. */
export interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  required?: boolean;
  schema: JsonObject;
}

interface Content {
  content?: Record<string, { schema: JsonObject }>;
}

export interface DocumentedResponse extends Content {
  headers?: Record<string, { required?: boolean; schema: JsonObject }>;
}

/** Scopes by the name of a security scheme. */
export type SecurityRequirement = Record<string, string[]>;

export interface Operation {
  operationId: string;
  method: string;
  /** With variables in braces. */
  path: string;
  parameters: Parameter[];
  requestBody: (Content & { required?: boolean }) | null;
  responses: Record<string, DocumentedResponse>;
  security: SecurityRequirement[];
}

export interface ApiDocument {
  text: string;
  document: JsonObject;
  version: string;
  operations: Operation[];
}

/** Path item fields and their methods; 3.1 has no field for QUERY (RFC 10008). */
const methodFields: Record<string, string> = {
  get: "GET",
  put: "PUT",
  post: "POST",
  patch: "PATCH",
  delete: "DELETE",
  "x-query": "QUERY",
};

type OperationFields = Partial<Operation> & { operationId: string };
type PathItem = Record<string, unknown> & { parameters?: Parameter[] };

/**
 * Reads the bookshop's OpenAPI document, from which its routes are created.
 * @param revise - changes the text before it is published
 */
export function readApiDocument(revise: (text: string) => string = (text) => text): ApiDocument {
  const text = revise(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"));
  const document = load(text);
  if (!isJsonObject(document)) throw new Error("openapi.yaml is not an object.");
  const resolved = dereference(document) as JsonObject & {
    info: { version: string };
    paths: Record<string, PathItem>;
  };
  const operations = Object.entries(resolved.paths).flatMap(([path, item]) =>
    listOperations(path, item),
  );
  return { text, document, version: resolved.info.version, operations };
}

function listOperations(path: string, item: PathItem): Operation[] {
  return Object.entries(methodFields).flatMap(([field, method]) => {
    const fields = item[field] as OperationFields | undefined;
    if (!fields) return [];
    return {
      operationId: fields.operationId,
      method,
      path,
      parameters: [...(item.parameters ?? []), ...(fields.parameters ?? [])],
      requestBody: fields.requestBody ?? null,
      responses: fields.responses ?? {},
      security: fields.security ?? [],
    };
  });
}
