import { quote } from "@lintel/json/shorten";
import { invalid, Problem, type FieldError } from "../../platform/problem.ts";

type Input = Readonly<Record<string, unknown>>;

const missing = (field: string, why: string): FieldError => ({
  field,
  code: "required",
  message: `${why} needs ${field}.`,
});

const unexpected = (field: string, why: string): FieldError => ({
  field,
  code: "notAllowed",
  message: `${field} has no place ${why}: leave it out.`,
});

const need = (input: Input, why: string, ...fields: readonly string[]): FieldError[] =>
  fields.filter((field) => input[field] === undefined).map((field) => missing(field, why));

const refuse = (input: Input, why: string, ...fields: readonly string[]): FieldError[] =>
  fields.filter((field) => input[field] !== undefined).map((field) => unexpected(field, why));

function check(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(...errors);
}

/** @throws Problem VALIDATION_FAILED naming fields that level `spec` does not have. */
export const needSpecFields = (input: Input, ...fields: readonly string[]): void =>
  check(need(input, "Level spec", ...fields));

/** @throws Problem VALIDATION_FAILED naming fields that only level `spec` has. */
export const refuseSpecFields = (input: Input): void =>
  check(refuse(input, "at level project", "specId", "versionId", "schemaId"));

/** @throws Problem VALIDATION_FAILED, ROW_VERSION_REQUIRED */
export function checkAction(input: Input & { readonly action: string }): void {
  const { action } = input;
  const why = `Action ${action}`;
  if (action === "create") {
    check([
      ...need(input, why, "name", "schemaType"),
      ...refuse(input, "at action create", "componentId", "rowVersion"),
    ]);
  } else {
    check(need(input, why, "componentId"));
  }
  if (action === "update" && input["rowVersion"] === undefined) {
    throw new Problem("ROW_VERSION_REQUIRED", "An update needs the rowVersion that was read.");
  }
}

const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const componentName = /^[a-zA-Z0-9._-]+$/;

/** An HTTP field name is a token (RFC 9110 §5.1). @throws Problem VALIDATION_FAILED */
export function checkFieldName(name: string): void {
  if (fieldName.test(name)) return;
  throw invalid({
    field: "name",
    code: "pattern",
    message: "A header's name has letters, digits and any of !#$%&'*+-.^_`|~ alone.",
  });
}

/** Also a component's key in a document (OpenAPI 3.2 §4.7.1). @throws Problem VALIDATION_FAILED */
export function checkComponentName(name: string): void {
  if (componentName.test(name)) return;
  throw invalid({
    field: "name",
    code: "pattern",
    message: "A component's name has letters, digits, dots, dashes and underscores alone.",
  });
}

export const headerExists = (name: string): Problem =>
  new Problem(
    "HEADER_COMPONENT_EXISTS",
    `There is a header component ${quote(name)} already; the case of letters makes no difference.`,
  );
