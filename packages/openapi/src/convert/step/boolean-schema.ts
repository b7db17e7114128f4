import { writePointer } from "@lintel/json/pointer";
import type { Json, JsonObject } from "@lintel/json/value";
import { keptName, readKept, writeKept } from "../kept/kept-record.ts";
import { dropMembers } from "../model/edit-members.ts";
import { isSameJson } from "@lintel/json/same";
import type { StepRun } from "./step-run.ts";

// This rule is not in the table, because it handles a value that is no object. JSON Schema 2020-12
// §4.3.2 has `true` and `false` as schemas, OpenAPI 3.0 only as `additionalProperties`.

const booleanSchemaCode = "BOOLEAN_SCHEMA";

const write = (value: boolean): JsonObject => (value ? {} : { not: {} });

/** From 3.1 to 3.0: the object with the same meaning as a boolean schema. */
export function lowerBoolean({ step, warnings, path }: StepRun, value: Json): Json {
  if (typeof value !== "boolean" || step.to !== "3.0") return value;
  const kept = { version: step.from, changes: [], order: null, value };
  const record = writeKept(kept, undefined);
  warnings.push({
    code: booleanSchemaCode,
    severity: "info",
    pointer: writePointer(path),
    message: `3.0 has no schema ${String(value)}: ${JSON.stringify(write(value))} says the same.`,
    record,
    within: ["value"],
  });
  return { ...write(value), [keptName]: record };
}

/** From 3.0 to 3.1: the original boolean, unless the object was edited. */
export function raiseBoolean({ step }: StepRun, object: JsonObject): boolean | null {
  if (step.from !== "3.0") return null;
  const value = readKept(object, step.to)?.value ?? null;
  if (value === null) return null;
  const rest = dropMembers(object, (name) => name === keptName);
  return isSameJson(rest, write(value)) ? value : null;
}
