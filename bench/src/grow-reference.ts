import { isObject, type Json, type JsonObject } from "@lintel/json/value";
import { growDocument } from "./grow-document.ts";

const words =
  "The value that this field has once the item was saved, with its unit where there is one; **null** is never sent. ";

/**
 * The length of circles of schemas: Scalar's rendering overflows its stack on circles of hundreds.
 */
const neighbours = 8;

const refTo = (at: number): JsonObject => ({ $ref: `#/components/schemas/Item${at}` });

/** Fields that make a schema as large as those of real APIs. */
function widen(schema: Json, at: number): Json {
  if (!isObject(schema)) return schema;
  const fields = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `field${index}`,
      {
        type: index % 2 === 0 ? "string" : "integer",
        description: `${words}(${at}.${index})`,
        example: index % 2 === 0 ? `text ${at}` : at,
      },
    ]),
  );
  const first = at - (at % neighbours);
  const related = {
    parent: refTo(first + ((at + 1) % neighbours)),
    related: { type: "array", items: refTo(first + ((at + 3) % neighbours)) },
  };
  return {
    ...schema,
    description: words,
    properties: { ...(schema["properties"] as JsonObject), ...related, ...fields },
  };
}

/**
 * A document to measure the reference: the given number of operations, each with a circular schema.
 * With 1,200 operations it has about 3 MB of JSON.
 */
export function growReference(operations: number): JsonObject {
  const document = growDocument(operations);
  const { schemas } = document["components"] as { schemas: JsonObject };
  const wide = Object.entries(schemas).map(
    ([name, schema], at) => [name, widen(schema, at)] as const,
  );
  return {
    ...document,
    servers: [{ url: "https://api.example.com" }],
    components: { schemas: Object.fromEntries(wide) },
  };
}
