import { escapeStep, readPointer, writePointer } from "@lintel/json/pointer";
import {
  isCompound,
  isList,
  isObject,
  memberOf,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import type { ConversionWarning } from "./model/conversion.types.ts";
import type { NotedWarning } from "./step/step-run.ts";

/** Finds the pointers of records. The second step may have moved records of the first. */
function findPointers(value: Json, wanted: ReadonlySet<JsonObject>): Map<JsonObject, string> {
  const found = new Map<JsonObject, string>();
  const look = (at: Json, pointer: string): void => {
    if (!isCompound(at)) return;
    if (isObject(at) && wanted.has(at) && !found.has(at)) found.set(at, pointer);
    for (const [name, inner] of Object.entries<Json>(at)) {
      if (isCompound(inner)) look(inner, `${pointer}/${escapeStep(name)}`);
    }
  };
  look(value, "");
  return found;
}

/** The part of a pointer that exists; an earlier rule may have made the rest. */
export function trimPointer(pointer: string, document: JsonObject): string {
  let at: Json = document;
  const steps: string[] = [];
  for (const step of readPointer(pointer)) {
    const next: Json | undefined = isList(at) ? at[Number(step)] : memberOf(at, step);
    if (next === undefined) break;
    steps.push(step);
    at = next;
  }
  return writePointer(steps);
}

/**
 * The warnings with their pointers into the input and, where there is a record, into the result.
 */
export function locateWarnings(
  noted: readonly NotedWarning[],
  given: JsonObject,
  answer: JsonObject,
): readonly ConversionWarning[] {
  const wanted = new Set(noted.flatMap(({ record }) => (record === null ? [] : [record])));
  const pointers = wanted.size === 0 ? new Map<JsonObject, string>() : findPointers(answer, wanted);
  return noted.map(({ code, severity, pointer: stepPointer, message, record, within }) => {
    const place = record === null ? undefined : pointers.get(record);
    const keptIn = place === undefined ? null : place + writePointer(within);
    const pointer = trimPointer(stepPointer, given);
    return { code, severity, pointer, keptIn, message };
  });
}
