import { childOf, writePointer } from "@lintel/json/pointer";
import { locatePointers } from "@lintel/openapi/parse";
import { quote } from "@lintel/json/shorten";
import { memberOf, type Json } from "@lintel/json/value";
import type { FieldError } from "../../platform/problem.ts";

/** `cases[3].request.url` → its steps. */
function listSteps(field: string): string[] {
  return field.split(/[.[\]]+/).filter((step) => step !== "");
}

/** The name of the case of a field, or null for a field of the suite. */
function findCaseName(content: Json, [list = "", at = ""]: readonly string[]): string | null {
  if (!["setUp", "cases", "tearDown"].includes(list)) return null;
  const name = memberOf(childOf(memberOf(content, list), at), "name");
  return typeof name === "string" ? name : null;
}

/** Adds the position of the field in the file and the name of its case to each message. */
export function placeErrors(
  yaml: string,
  content: Json,
  errors: readonly FieldError[],
): FieldError[] {
  const placed = errors.map((error) => {
    const steps = listSteps(error.field);
    return { error, steps, pointer: writePointer(steps) };
  });
  const source = { text: yaml, format: "yaml" } as const;
  const places = locatePointers(
    source,
    placed.map(({ pointer }) => pointer),
  );
  return placed.map(({ error, steps, pointer }) => {
    const { line, column } = places.get(pointer) ?? { line: 1, column: 1 };
    const name = findCaseName(content, steps);
    const inCase = name === null ? "" : `, case ${quote(name)}`;
    return { ...error, message: `Line ${line}, column ${column}${inCase}: ${error.message}` };
  });
}
