import type { Operation } from "./api-document.ts";
import type { JsonObject } from "./dereference.ts";

/** The schemas that validate a request, in the form of Fastify. */
export interface RequestSchemas {
  params?: JsonObject;
  querystring: JsonObject;
  body?: JsonObject;
}

/** `reviseBody` may change the schema of a JSON body before it is used. */
export function buildRequestSchemas(
  operation: Operation,
  reviseBody: (operationId: string, schema: JsonObject) => JsonObject,
): RequestSchemas {
  const params = operation.parameters.filter((parameter) => parameter.in === "path");
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  return {
    ...(params.length > 0 && { params: buildRecordSchema(params) }),
    querystring: buildRecordSchema(query),
    ...(body && { body: reviseBody(operation.operationId, body) }),
  };
}

/**
 * An object in form style uses its members as parameter names, so that other names are possible.
 */
function buildRecordSchema(parameters: Operation["parameters"]): JsonObject {
  const named = parameters.filter(({ schema }) => schema["type"] !== "object");
  return {
    type: "object",
    additionalProperties: named.length < parameters.length,
    required: named.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
  };
}

/**
 * Converts the text of path and query values to the types of their schemas. Other texts stay
 * strings, so that validation refuses them.
 */
export function coerceValues(values: JsonObject, schema: JsonObject): JsonObject {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? coerceValue(value, properties[name]?.["type"]) : value,
    ]),
  );
}

function coerceValue(value: string, type: unknown): unknown {
  if (type === "integer" && /^-?\d+$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
