import {
  isList,
  setMember,
  type DraftObject,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import type { KeptChange } from "./kept-record.ts";

/** How many items a list got before its unchanged earlier items; null for another change. */
function countHead(before: Json, after: Json | undefined): number | null {
  if (!isList(before) || !isList(after) || before.length === 0) return null;
  const head = after.length - before.length;
  return head > 0 && before.every((item, at) => item === after[head + at]) ? head : null;
}

/** The members that a rule removed from an object and those that it added. */
export function noteChange(rule: string, before: JsonObject, after: JsonObject): KeptChange {
  const was: DraftObject = {};
  const heads: Record<string, number> = {};
  for (const [name, value] of Object.entries(before)) {
    const now = Object.hasOwn(after, name) ? after[name] : undefined;
    if (now === value) continue;
    const head = name === "__proto__" ? null : countHead(value, now);
    if (head === null) setMember(was, name, value);
    else heads[name] = head;
  }
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  return { rule, was, added, heads, print: null };
}

/** The object before a change, where it still has what the change wrote. */
export function undoChange(object: JsonObject, { was, added, heads }: KeptChange): JsonObject {
  const draft: DraftObject = {};
  const isAdded = new Set(added);
  for (const [name, value] of Object.entries(object)) {
    if (isAdded.has(name)) continue;
    const head = Object.hasOwn(heads, name) ? heads[name] : undefined;
    const isLonger = head !== undefined && isList(value);
    setMember(draft, name, isLonger ? value.slice(head) : value);
  }
  for (const [name, value] of Object.entries(was)) setMember(draft, name, value);
  return draft;
}

/**
 * The object with its members in the given order; members that the order does not name come last.
 */
export function putInOrder(object: JsonObject, order: readonly string[] | null): JsonObject {
  if (order === null) return object;
  const draft: DraftObject = {};
  for (const name of [...order, ...Object.keys(object)]) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value !== undefined && !Object.hasOwn(draft, name)) setMember(draft, name, value);
  }
  return draft;
}
