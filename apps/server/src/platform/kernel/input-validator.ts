import type { TSchema } from "typebox";
import type { AnyOperation } from "@lintel/contract/operation";
import { wireFields, type WireField } from "@lintel/contract/wire";
import type { JsonObject } from "@lintel/json/value";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { notFound, Problem, type FieldError } from "../problem.ts";
import { dropNulls } from "../validation/drop-nulls.ts";
import { createShapeCheck } from "../validation/shape-check.ts";
import { listFields } from "../list-fields.ts";

/** A call as the wire had it: texts of path, query and headers apart from the body. */
export interface WireInput {
  readonly texts: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The body with numbers that keep their texts, for fields that hold a part of a document. */
  readonly exactBody?: unknown;
}

/** Checks the input of one operation and applies its defaults. */
export interface InputValidator {
  /** @throws Problem NOT_FOUND for a bad id in the path, else VALIDATION_FAILED. */
  fromWire(input: WireInput): Record<string, unknown>;
  /**
   * The same for callers that send one flat record of exact types, in which null can mean absent.
   */
  fromFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export function createInputValidator(operation: AnyOperation): InputValidator {
  const fields = wireFields(operation);
  const refuse = (errors: readonly FieldError[]) => refuseFields(operation, errors);
  const ofTexts = fields.filter((field) => field.place !== "body");
  const ofBody = fields.filter((field) => field.place === "body");
  const inPath = new Set(ofTexts.filter(({ place }) => place === "path").map(({ name }) => name));
  const needsBody = ofBody.some(({ isRequired }) => isRequired);
  const checkTexts = createShapeCheck(closedObject(ofTexts), "texts");
  const checkBody = createShapeCheck(closedObject(ofBody), "exact");
  const allFields = closedObject(fields);
  const checkFields = createShapeCheck(allFields, "exact");
  // Of any shape: a part of a document, whose numbers keep their texts.
  const free = ofBody.filter(({ schema }) => isFree(schema)).map(({ name }) => name);
  const pickFree = (given: unknown): Record<string, unknown> =>
    Object.fromEntries(
      free.flatMap((name) =>
        typeof given === "object" && given !== null && Object.hasOwn(given, name)
          ? [[name, (given as Record<string, unknown>)[name]]]
          : [],
      ),
    );
  return {
    fromWire({ texts, body, exactBody }) {
      const fromTexts = { ...texts };
      const errors = checkTexts(fromTexts);
      const found = new Set(errors.map(({ field }) => field));
      errors.push(...refuseOddNumbers(ofTexts, texts).filter(({ field }) => !found.has(field)));
      if (errors.some((error) => inPath.has(error.field))) throw notFound("The resource");
      const fromBody = body === undefined && !needsBody ? {} : body;
      if (fromBody === undefined && errors.length === 0) throw refuseEmpty(ofBody);
      errors.push(...checkBody(fromBody));
      if (errors.length > 0) throw refuse(errors);
      return { ...fromTexts, ...(fromBody as object), ...pickFree(exactBody) };
    },
    fromFields(given) {
      const copy = { ...(toPlainNumbers(given as JsonObject) as Record<string, unknown>) };
      dropNulls(allFields, copy);
      const errors = checkFields(copy);
      if (errors.length > 0) throw refuse(errors);
      return { ...copy, ...pickFree(given) };
    },
  };
}

function refuseEmpty(fields: readonly WireField[]): Problem {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return new Problem(
    "INVALID_JSON",
    `The body is empty; send a JSON object with ${listFields(required)}.`,
  );
}

/** JavaScript would read a blank as zero, `0x10` as sixteen and `1e3` as a thousand. */
function refuseOddNumbers(
  fields: readonly WireField[],
  texts: Readonly<Record<string, unknown>>,
): FieldError[] {
  return fields.flatMap(({ name, schema }) => {
    const { type } = schema as { type?: unknown };
    const text = texts[name];
    if ((type !== "integer" && type !== "number") || typeof text !== "string") return [];
    if ((type === "integer" ? integerPattern : decimalPattern).test(text)) return [];
    return [{ field: name, code: "type", message: `Must be ${type} in decimal digits.` }];
  });
}

const integerPattern = /^-?\d+$/;
const decimalPattern = /^-?\d+(?:\.\d+)?$/;

const isFree = (schema: object): boolean =>
  !["type", "anyOf", "oneOf", "allOf", "enum", "const", "$ref"].some((name) => name in schema);

function closedObject(fields: readonly WireField[]) {
  const properties: Record<string, TSchema> = {};
  for (const field of fields) properties[field.name] = field.schema;
  const required = fields.filter((field) => field.isRequired).map((field) => field.name);
  return { type: "object", properties, required, additionalProperties: false } as const;
}

function refuseFields({ problems }: AnyOperation, errors: readonly FieldError[]): Problem {
  const lacksRowVersion = errors.every(
    ({ field, code }) => field === "rowVersion" && code === "required",
  );
  if (lacksRowVersion && problems.includes("ROW_VERSION_REQUIRED")) {
    return new Problem("ROW_VERSION_REQUIRED", undefined, { errors });
  }
  const shown = listFields(errors.map(({ field }) => field));
  return new Problem("VALIDATION_FAILED", `Not valid: ${shown}.`, { errors: errors.slice(0, 50) });
}
