import type { ErrorObject } from "ajv";
import { findCloseMatches } from "@lintel/json/close-matches";
import { readPointer } from "@lintel/json/pointer";
import type { FieldError } from "../problem.ts";

/** Turns a validator's errors into fields with a code and a remedy that a person can act on. */
export function toFieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const unions = errors.filter((error) => error.keyword === "anyOf");
  const settled = errors.filter(
    (error) => error.keyword !== "anyOf" && !unions.some((union) => isBelow(error, union)),
  );
  const chosen = unions
    .filter((union) => !unions.some((outer) => outer !== union && isBelow(union, outer)))
    .flatMap((union) =>
      describeUnion(
        union,
        errors.filter((error) => error !== union && isBelow(error, union)),
      ),
    );
  return deduplicate([...settled.map(describe), ...chosen]);
}

function isBelow(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error.instancePath.startsWith(union.instancePath) &&
    error.schemaPath.startsWith(`${union.schemaPath}/`)
  );
}

// Of a union's branches, the one whose fixed member fits is the one that was meant.
function describeUnion(union: ErrorObject, inner: readonly ErrorObject[]): FieldError[] {
  const branches = Map.groupBy(inner, (error) => branchOf(error, union));
  const kinds: unknown[] = [];
  for (const errors of branches.values()) {
    const fixed = errors.find(
      (error) => error.keyword === "const" && error.instancePath.endsWith("/type"),
    );
    if (fixed !== undefined) {
      kinds.push(fixed.params["allowedValue"]);
    } else if (
      errors.some(
        (error) =>
          error.instancePath !== union.instancePath ||
          error.keyword === "required" ||
          error.keyword === "additionalProperties",
      )
    ) {
      return toFieldErrors(errors);
    }
  }
  const field = toFieldName(union.instancePath);
  if (kinds.length > 0) {
    return [
      {
        field: joinField(field, "type"),
        code: "enum",
        message: `Must be one of ${kinds.map(String).join(", ")}.`,
      },
    ];
  }
  const types = inner
    .filter((error) => error.keyword === "type")
    .map((error) => String(error.params["type"]));
  if (types.length > 0 && types.length === inner.length) {
    return [{ field, code: "type", message: `Must be ${[...new Set(types)].join(" or ")}.` }];
  }
  return inner
    .filter((error) => error.keyword !== "type")
    .slice(0, 1)
    .map(describe);
}

function branchOf(error: ErrorObject, union: ErrorObject): string {
  return error.schemaPath.slice(union.schemaPath.length + 1).split("/")[0] ?? "";
}

function describe(error: ErrorObject): FieldError {
  const at = toFieldName(error.instancePath);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "required":
      return {
        field: joinField(at, String(params["missingProperty"])),
        code: "required",
        message: "Is required.",
      };
    case "additionalProperties":
      return {
        field: joinField(at, String(params["additionalProperty"])),
        code: "unknownField",
        message: `There is no such field here; ${adviseName(error)}`,
      };
    case "enum":
      return {
        field: at,
        code: "enum",
        message: `Must be one of ${(params["allowedValues"] as unknown[]).map(String).join(", ")}.`,
      };
    case "format":
      return {
        field: at,
        code: "format",
        message: `Must be a valid ${formatNames[String(params["format"])] ?? String(params["format"])}.`,
      };
    case "minLength":
    case "maxLength":
      return { field: at, code: error.keyword, message: describeLength(error) };
    case "pattern":
      return { field: at, code: "pattern", message: describePattern(String(params["pattern"])) };
    default:
      return {
        field: at,
        code: error.keyword,
        message: `${capitalize(error.message ?? "is not valid")}.`,
      };
  }
}

function describeLength({ keyword, params }: ErrorObject): string {
  const limit = Number((params as Record<string, unknown>)["limit"]);
  if (keyword === "minLength" && limit === 1) return "Must not be empty.";
  const bound = keyword === "minLength" ? "at least" : "at most";
  return `Must have ${bound} ${limit} ${limit === 1 ? "character" : "characters"}.`;
}

function describePattern(pattern: string): string {
  return pattern.startsWith("^https?://")
    ? "Must begin with http:// or https:// and hold no blanks."
    : `Must match ${pattern}.`;
}

/** Members that OpenAPI calls otherwise than this interface does. */
const openapiNames: Readonly<Record<string, readonly string[]>> = {
  in: ["location"],
  schema: ["schemaType", "schemaId"],
};

/** The schema that an error is of is there, as validators are made with `verbose`. */
function adviseName({ params, parentSchema }: ErrorObject): string {
  const { properties = {} } = (parentSchema ?? {}) as { properties?: object };
  const typed = String((params as Record<string, unknown>)["additionalProperty"]);
  const names = Object.keys(properties);
  const meant = Object.hasOwn(openapiNames, typed) ? (openapiNames[typed] ?? []) : [];
  const present = meant.filter((name) => names.includes(name));
  const close = present.length > 0 ? present : findCloseMatches(typed, names, 2);
  return close.length === 0
    ? "leave it out or correct its name."
    : `did you mean ${close.join(" or ")}?`;
}

const formatNames: Readonly<Record<string, string>> = {
  uuid: "UUID",
  "date-time": "RFC 3339 timestamp",
  email: "e-mail address",
};

/** `/cases/0/request/url` → `cases[0].request.url`. */
function toFieldName(pointer: string): string {
  return readPointer(pointer).reduce(
    (name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : joinField(name, part)),
    "",
  );
}

function joinField(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function deduplicate(errors: FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter((error) => {
    const key = `${error.field}\n${error.code}\n${error.message}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
