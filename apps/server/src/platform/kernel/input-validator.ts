import type { TSchema } from "typebox";
import type { AnyOperation } from "@lintel/contract/operation";
import { wireFields, type WireField } from "@lintel/contract/wire";
import { notFound, Problem, type FieldError } from "../problem.ts";
import { createShapeCheck } from "../validation/shape-check.ts";
import { listFields } from "../list-fields.ts";

/** A call as the wire had it: texts of path, query and headers apart from the body. */
export interface WireInput {
  readonly texts: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Checks the input of one operation and applies its defaults. */
export interface InputValidator {
  /** @throws Problem NOT_FOUND for a bad id in the path, else VALIDATION_FAILED. */
  fromWire(input: WireInput): Record<string, unknown>;
  /** The same for callers who send one flat record of exact types. */
  fromFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export function createInputValidator(operation: AnyOperation): InputValidator {
  const fields = wireFields(operation);
  const ofTexts = fields.filter((field) => field.place !== "body");
  const ofBody = fields.filter((field) => field.place === "body");
  const inPath = new Set(ofTexts.filter(({ place }) => place === "path").map(({ name }) => name));
  const checkTexts = createShapeCheck(closedObject(ofTexts), "texts");
  const checkBody = createShapeCheck(closedObject(ofBody), "exact");
  const checkFields = createShapeCheck(closedObject(fields), "exact");
  return {
    fromWire({ texts, body }) {
      const fromTexts = { ...texts };
      const errors = checkTexts(fromTexts);
      const found = new Set(errors.map(({ field }) => field));
      errors.push(...refuseOddNumbers(ofTexts, texts).filter(({ field }) => !found.has(field)));
      if (errors.some((error) => inPath.has(error.field))) throw notFound("The resource");
      const hasBody = ofBody.length > 0 || body !== undefined;
      if (hasBody) errors.push(...checkBody(body));
      if (errors.length > 0) throw refuse(errors);
      return { ...fromTexts, ...(body as object | undefined) };
    },
    fromFields(given) {
      const copy = { ...given };
      const errors = checkFields(copy);
      if (errors.length > 0) throw refuse(errors);
      return copy;
    },
  };
}

/** As JavaScript reads texts, a blank is zero and `0x10` sixteen. */
function refuseOddNumbers(
  fields: readonly WireField[],
  texts: Readonly<Record<string, unknown>>,
): FieldError[] {
  return fields.flatMap(({ name, schema }) => {
    const { type } = schema as { type?: unknown };
    const text = texts[name];
    if ((type !== "integer" && type !== "number") || typeof text !== "string") return [];
    if (decimalPattern.test(text)) return [];
    return [{ field: name, code: "type", message: `Must be ${type} in decimal digits.` }];
  });
}

const decimalPattern = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function closedObject(fields: readonly WireField[]): object {
  const properties: Record<string, TSchema> = {};
  for (const field of fields) properties[field.name] = field.schema;
  const required = fields.filter((field) => field.isRequired).map((field) => field.name);
  return { type: "object", properties, required, additionalProperties: false };
}

function refuse(errors: FieldError[]): Problem {
  const shown = listFields(errors.map(({ field }) => field));
  return new Problem("VALIDATION_FAILED", `Not valid: ${shown}.`, { errors: errors.slice(0, 50) });
}
