import type { FastifyError } from "fastify";
import { BookshopProblem } from "./problem.ts";
import type { FieldError } from "./problem.ts";

type SchemaError = NonNullable<FastifyError["validation"]>[number];

/**
 * The errors of schema validation by field. A path value of a wrong type cannot name a resource, so
 * that the result is NOT_FOUND.
 */
export function describeValidation(error: FastifyError): BookshopProblem {
  if (error.validationContext === "params") {
    return new BookshopProblem("NOT_FOUND", "No resource has this address.");
  }
  const part = error.validationContext === "querystring" ? "query" : "body";
  const errors = (error.validation ?? []).map((finding) => describeField(part, finding));
  const detail = errors.map(({ field, message }) => `${field || part} ${message}`).join("; ");
  return new BookshopProblem("VALIDATION_FAILED", `${detail}.`, { members: { errors } });
}

function describeField(part: FieldError["in"], finding: SchemaError): FieldError {
  const at = writePath(finding.instancePath);
  const { missingProperty, additionalProperty } = finding.params;
  if (typeof missingProperty === "string") {
    return {
      in: part,
      field: joinPath(at, missingProperty),
      code: "required",
      message: "is missing",
    };
  }
  if (typeof additionalProperty === "string") {
    const field = joinPath(at, additionalProperty);
    return { in: part, field, code: "unknownField", message: "is not known" };
  }
  return { in: part, field: at, code: finding.keyword, message: finding.message ?? "is wrong" };
}

/** `/items/0/quantity` as `items[0].quantity`. */
function writePath(pointer: string): string {
  return pointer.split("/").slice(1).reduce(joinPath, "");
}

function joinPath(at: string, segment: string): string {
  const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  if (/^\d+$/.test(name)) return `${at}[${name}]`;
  return at === "" ? name : `${at}.${name}`;
}
