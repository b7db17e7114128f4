import { Ajv2020 } from "ajv/dist/2020.js";
import type { Schema } from "./arbitrary-schema.ts";

const counting = new Set(["contains", "minContains", "maxContains"]);

/** With `prefixItems`, Ajv 8 accepts the empty list for `contains`. */
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

/** Whether Ajv is reliable: it loses the evaluated members of several branches. */
export function isTrusted(schema: Schema): boolean {
  const text = JSON.stringify(schema);
  return !text.includes('"unevaluated') || !inPlace.test(text);
}

/** Makes a test for valid values with a validator that is independent of the comparison. */
export function compileSchema(schema: Schema): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    logger: false,
  });
  return ajv.compile(separateContains(schema) as Schema) as (value: unknown) => boolean;
}
