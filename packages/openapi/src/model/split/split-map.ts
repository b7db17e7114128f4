import { isObject, isText, type Json, type JsonObject } from "@lintel/json/value";
import type { Remnant } from "../design.types.ts";
import { noMembers, splitMembers } from "../member-tables.ts";
import { warnKept, within, type SplitContext } from "./split-context.ts";

/** A map of named objects, taken apart: what is no entry remains. */
export interface SplitMap {
  readonly entries: readonly (readonly [name: string, value: JsonObject])[];
  readonly remnant: Remnant;
  readonly isEmpty: boolean;
}

/** What the entries of a map must be; extensions are never entries. */
export interface EntryForm {
  readonly isName: (name: string) => boolean;
  /** What one that does not fit is not, such as `a response by its status`. */
  readonly wanted: string;
}

/**
 * Takes the entries out of a map that the document's version lets carry extensions as well; what
 * does not fit stays where it is, with a warning.
 */
export function splitMap(
  context: SplitContext,
  member: string,
  map: JsonObject,
  form: EntryForm,
): SplitMap {
  const entries: (readonly [string, JsonObject])[] = [];
  const taken = new Map<string, boolean>();
  for (const [name, value] of Object.entries(map)) {
    if (!name.startsWith("x-") && isText(name) && form.isName(name) && isObject(value)) {
      entries.push([name, value]);
      taken.set(name, false);
    } else if (!name.startsWith("x-")) {
      within(context, member, () => warnKept(context, name, form.wanted));
    }
  }
  const { remnant } = splitMembers(map, noMembers, context.version, taken);
  return { entries, remnant, isEmpty: entries.length === 0 && remnant.rest === null };
}

/** The entries of a map all of whose members are objects by storable names, or null. */
export function listEntries(value: Json): readonly (readonly [string, JsonObject])[] | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const isFit = entries.every(([name, entry]) => isText(name) && isObject(entry));
  return isFit ? (entries as [string, JsonObject][]) : null;
}
