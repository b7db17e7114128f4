import { locatePointers } from "@lintel/openapi/parse/locate-pointers";
import { quote } from "@lintel/openapi/values/shorten";
import type { FieldError } from "../problem.ts";

/** `cases[3].request.url` → its steps. */
function listSteps(field: string): string[] {
  return field.split(/[.[\]]+/).filter((step) => step !== "");
}

const escapeStep = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1");

function read(value: unknown, step: string): unknown {
  const isOpen = typeof value === "object" && value !== null && Object.hasOwn(value, step);
  return isOpen ? (value as Record<string, unknown>)[step] : undefined;
}

/** The name of the case that a field is of; null for a field of the suite. */
function findCaseName(content: unknown, [list = "", at = ""]: readonly string[]): string | null {
  if (!["setUp", "cases", "tearDown"].includes(list)) return null;
  const name = read(read(read(content, list), at), "name");
  return typeof name === "string" ? name : null;
}

/** Adds to each message where in the file the field is, and the name of its case. */
export function placeErrors(
  yaml: string,
  content: unknown,
  errors: readonly FieldError[],
): FieldError[] {
  const placed = errors.map((error) => {
    const steps = listSteps(error.field);
    return { error, steps, pointer: steps.map((step) => `/${escapeStep(step)}`).join("") };
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
