import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { TSchema } from "typebox";
import { callFields, wireFields, type WireField } from "@lintel/contract/wire";
import type { AnyOperation } from "@lintel/contract/operation";
import { notFound, Problem, type FieldError } from "../problem.ts";
import { toFieldErrors } from "./field-errors.ts";

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
  fromFields(fields: unknown): Record<string, unknown>;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// Texts have no types, so they are coerced; a body says what it means and is taken at its word.
const coercing = createAjv(true);
const exact = createAjv(false);

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    verbose: true,
  });
  addFormats.default(ajv);
  // The stock format also takes `urn:uuid:`, which the database does not.
  ajv.addFormat("uuid", uuidPattern);
  return ajv;
}

export function createInputValidator(operation: AnyOperation): InputValidator {
  const fields = wireFields(operation);
  const ofTexts = fields.filter((field) => field.place !== "body");
  const ofBody = fields.filter((field) => field.place === "body");
  const inPath = new Set(
    fields.filter((field) => field.place === "path").map((field) => field.name),
  );
  const checkTexts = coercing.compile(closedObject(ofTexts));
  const checkBody = exact.compile(closedObject(ofBody));
  const checkAll = exact.compile(closedObject(flatFields(operation)));
  return {
    fromWire({ texts, body }) {
      const fromTexts = { ...texts };
      const errors = collect(checkTexts, fromTexts);
      if (errors.some((error) => inPath.has(error.field))) throw notFound("The resource");
      const fromBody = ofBody.length === 0 && body === undefined ? {} : structuredClone(body);
      errors.push(...collect(checkBody, fromBody));
      if (errors.length > 0) throw refuse(errors);
      return { ...fromTexts, ...(fromBody as object) };
    },
    fromFields(given) {
      const copy = structuredClone(given);
      const errors = collect(checkAll, copy);
      if (errors.length > 0) throw refuse(errors);
      return copy as Record<string, unknown>;
    },
  };
}

function flatFields(operation: AnyOperation): WireField[] {
  const required = new Set(
    wireFields(operation)
      .filter((field) => field.isRequired)
      .map((field) => field.name),
  );
  return Object.entries(callFields(operation)).map(([name, schema]) => ({
    name,
    schema,
    place: "body",
    isRequired: required.has(name),
  }));
}

function closedObject(fields: readonly WireField[]): object {
  const properties: Record<string, TSchema> = {};
  for (const field of fields) properties[field.name] = field.schema;
  const required = fields.filter((field) => field.isRequired).map((field) => field.name);
  return { type: "object", properties, required, additionalProperties: false };
}

function collect(check: ValidateFunction, value: unknown): FieldError[] {
  return check(value) ? [] : toFieldErrors(check.errors ?? []);
}

function refuse(errors: FieldError[]): Problem {
  const names = [...new Set(errors.map((error) => error.field || "the body"))];
  const shown =
    names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
  return new Problem("VALIDATION_FAILED", `Not valid: ${shown}.`, { errors: errors.slice(0, 50) });
}
