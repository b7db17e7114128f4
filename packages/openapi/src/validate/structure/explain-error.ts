import type { ErrorObject } from "ajv";
import type { Finding } from "../../values/finding.ts";
import { writePointer } from "@lintel/json/pointer";
import { quote } from "@lintel/json/shorten";

/** The unknown member that an error of an object names. */
function unknownMember({ keyword, params }: ErrorObject): string | null {
  const name: unknown =
    keyword === "additionalProperties"
      ? params["additionalProperty"]
      : keyword === "unevaluatedProperties"
        ? params["unevaluatedProperty"]
        : null;
  return typeof name === "string" ? name : null;
}

function explain({ keyword, params, message = "is not valid" }: ErrorObject): string {
  if (keyword === "required")
    return `The member ${quote(String(params["missingProperty"]))} is missing.`;
  if (keyword === "enum") {
    const allowed = (params["allowedValues"] as unknown[]).map((each) => JSON.stringify(each));
    return `This must be ${allowed.length > 1 ? "one of " : ""}${allowed.join(", ")}.`;
  }
  if (keyword === "oneOf" || keyword === "anyOf")
    return "This fits none of the forms allowed here.";
  if (keyword === "not") return "This has members that exclude each other: keep one of them.";
  return `This ${message}.`;
}

/** Explains a validator's error, at the pointer of its cause. */
export function explainError(error: ErrorObject): Finding {
  const name = unknownMember(error);
  const said = { code: "STRUCTURE_INVALID", severity: "error" } as const;
  if (name === null) return { ...said, pointer: error.instancePath, message: explain(error) };
  const remedy =
    error.instancePath === "/paths"
      ? "a path begins with a slash"
      : "remove it, or begin the name of an extension with x-";
  const pointer = error.instancePath + writePointer([name]);
  return { ...said, pointer, message: `${quote(name)} has no place here: ${remedy}.` };
}
