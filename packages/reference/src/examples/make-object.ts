import { listOf, memberOf, objectOf } from "@lintel/json/value";
import { allOf, says } from "../schema/collect-parts.ts";
import { listMembers, makeMembers } from "./make-members.ts";
import { addOthers, makeOther } from "./make-others.ts";
import { below, hasRoom, isHidden, type Making, type Parts, type Standing } from "./making.ts";
import { smallestBound } from "./read-bounds.ts";

/** Names that some properties ask for besides (JSON Schema Validation §6.5.4). */
function listDependent(parts: Parts, present: ReadonlyMap<string, unknown>): unknown[] {
  return allOf(parts, "dependentRequired").flatMap((dependencies) =>
    Object.entries(objectOf(dependencies)).flatMap(([name, names]) =>
      present.has(name) ? [...listOf(names)] : [],
    ),
  );
}

/** The names that parts require; most schemas are one part. */
function listRequired(parts: Parts): ReadonlySet<unknown> {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined)
    return new Set(listOf(memberOf(first, "required")));
  return new Set(allOf(parts, "required").flatMap((names) => [...listOf(names)]));
}

/** The members that are named, those that are required besides, and as many as there must be. */
export function makeObject(making: Making, parts: Parts, standing: Standing): unknown {
  // A level that has no room for its members is not begun.
  if (!hasRoom(making, below(standing, standing.isNeeded))) return undefined;
  const required = listRequired(parts);
  const made = makeMembers(making, parts, standing, required);
  const { inOrder } = listMembers(making.plan, parts);
  const dependent = says(parts, "dependentRequired") ? listDependent(parts, made) : [];
  for (const name of dependent.length === 0 ? required : [...required, ...dependent]) {
    if (typeof name !== "string" || made.has(name)) continue;
    const member = inOrder.find((one) => one.name === name);
    const value = member === undefined ? makeOther(making, parts, name, standing) : undefined;
    if (value !== undefined) made.set(name, value);
    else if (member !== undefined && isHidden(making, member.read.parts)) continue;
    // Nothing is better than half of something, where nothing may be.
    else if (!standing.isNeeded) return undefined;
  }
  addOthers(making, parts, standing, made);
  if (says(parts, "maxProperties")) dropOptional(parts, made, required);
  return Object.fromEntries(made);
}

function dropOptional(
  parts: Parts,
  made: Map<string, unknown>,
  required: ReadonlySet<unknown>,
): void {
  const most = smallestBound(parts, "maxProperties") ?? Infinity;
  for (const name of [...made.keys()].reverse()) {
    if (made.size > most && !required.has(name)) made.delete(name);
  }
}
