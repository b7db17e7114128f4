import { Ajv2020 } from "ajv/dist/2020.js";
import type { Schema } from "./arbitrary-schema.ts";

const counting = new Set(["contains", "minContains", "maxContains"]);

/** Beside `prefixItems`, Ajv 8 takes the empty list for one that contains what it has to. */
function separateContains(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(separateContains);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(
    ([key, value]) => [key, separateContains(value)] as const,
  );
  if (!("contains" in schema)) return Object.fromEntries(entries);
  const { allOf = [], ...rest } = Object.fromEntries(entries.filter(([key]) => !counting.has(key)));
  const apart = Object.fromEntries(entries.filter(([key]) => counting.has(key)));
  return { ...rest, allOf: [...(allOf as unknown[]), apart] };
}

const inPlace = /"(contains|oneOf|anyOf|dependentSchemas|if|not)":/;

/** Whether Ajv can be trusted: it loses track of what several branches evaluate. */
export function isTrusted(schema: Schema): boolean {
  const text = JSON.stringify(schema);
  return !text.includes('"unevaluated') || !inPlace.test(text);
}

/** Makes the test whether a value is valid, by a validator that has nothing to do with ours. */
export function compileSchema(schema: Schema): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    logger: false,
  });
  return ajv.compile(separateContains(schema) as Schema) as (value: unknown) => boolean;
}
