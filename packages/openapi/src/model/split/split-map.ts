import { isObject, isText, type Json, type JsonObject } from "@lintel/json/value";
import type { Remnant } from "../design.types.ts";
import { noMembers, splitMembers } from "../member-tables.ts";
import { warnKept, within, type SplitContext } from "./split-context.ts";

/** A map of named objects, split into its entries and a remainder. */
export interface SplitMap {
  readonly entries: readonly (readonly [name: string, value: JsonObject])[];
  readonly remnant: Remnant;
  readonly isEmpty: boolean;
}

/** The shape of the entries; extensions are never entries. */
export interface EntryForm {
  readonly isName: (name: string) => boolean;
  /** What a misfit was expected to be, such as `a response by its status`. */
  readonly wanted: string;
}

/**
 * Takes the entries out of a map that can also have extensions in the document's version. Misfits
 * stay in the remainder, with a warning.
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

/** The entries of a map, if all members are objects with storable names; else null. */
export function listEntries(value: Json): readonly (readonly [string, JsonObject])[] | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const isFit = entries.every(([name, entry]) => isText(name) && isObject(entry));
  return isFit ? (entries as [string, JsonObject][]) : null;
}
