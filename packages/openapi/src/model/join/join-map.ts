import type { Json } from "@lintel/json/value";
import type { Remnant } from "../design.types.ts";
import { noMembers, joinMembers, type Child } from "../member-tables.ts";

const nothing: Remnant = { rest: null, keys: null };

/** Makes a map from its entries and its remainder, as the member of an object. */
export function joinMap(
  name: string,
  entries: readonly (readonly [name: string, value: Json])[],
  remnant: Remnant = nothing,
): Child {
  const children = entries.map(([entry, value]) => ({ name: entry, value, isEmpty: false }));
  const value = joinMembers({}, noMembers, children, remnant);
  return { name, value, isEmpty: entries.length === 0 && remnant.rest === null };
}

export const joinList = (name: string, value: readonly Json[]): Child => ({
  name,
  value,
  isEmpty: value.length === 0,
});
