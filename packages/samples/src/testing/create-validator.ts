import { isObject, listOf, memberOf } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { isHidden } from "../schema/is-hidden.ts";
import { openParts, type SchemaSource } from "../schema/parts.ts";
import type { Direction } from "../ground/sample.types.ts";

const address = "https://example.test/document";

/** OpenAPI 3.0 in the keywords of JSON Schema 2020-12; an `$id` in an example has no meaning. */
function upgrade(schema: Record<string, unknown>, is30: boolean): Record<string, unknown> {
  const { nullable, ...rest } = schema;
  const { type } = rest;
  if (is30 && typeof rest["$id"] === "string") delete rest["$id"];
  if (is30 && nullable === true && typeof type === "string") rest["type"] = [type, "null"];
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof rest[exclusive] !== "boolean") continue;
    if (rest[exclusive]) {
      rest[exclusive] = rest[plain];
      delete rest[plain];
    } else delete rest[exclusive];
  }
  if (typeof rest["required"] === "boolean") delete rest["required"];
  return is30 && typeof rest["$ref"] === "string" ? { $ref: rest["$ref"] } : rest;
}

/**
 * Checks values against schemas of a document with an independent implementation. Required members
 * of the other direction may be absent.
 */
export function createValidator(
  document: unknown,
  source: SchemaSource,
  direction: Direction,
): (pointer: string) => (value: unknown) => string | null {
  const rewrite = (value: unknown): unknown => {
    if (isNumeric(value)) return Number(value);
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, member]) => [name, rewrite(member)] as const);
    const copy: Record<string, unknown> = Object.fromEntries(entries);
    const properties = memberOf(value, "properties");
    if (isObject(properties) && Array.isArray(value["required"])) {
      copy["required"] = listOf(value["required"]).filter(
        (name) => !isHidden(direction, openParts(source, properties[String(name)]).parts),
      );
    }
    return upgrade(copy, source.is30);
  };
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: true,
    logger: false,
    validateSchema: false,
  });
  formatsPlugin.default(ajv);
  ajv.addSchema({ ...(rewrite(document) as object), $id: address });
  // Ajv never ends if a schema is an option of itself, or a reference to itself, so that it is not
  // used there.
  const unlessEndless = <Answer>(act: () => Answer): Answer | null => {
    try {
      return act();
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
  return (pointer) => {
    const schema = { $ref: `${address}#${encodeURI(pointer)}` };
    const validate = unlessEndless(() => ajv.compile(schema));
    if (validate === null) return () => null;
    return (value) =>
      unlessEndless(() =>
        validate(JSON.parse(JSON.stringify(value))) ? null : ajv.errorsText(validate.errors),
      );
  };
}
