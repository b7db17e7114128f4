import { listOf, memberOf, objectOf } from "@lintel/json/value";
import { isHidden } from "../schema/is-hidden.ts";
import { allOf, says, type Parts } from "../schema/parts.ts";
import { greatestBound, smallestBound } from "../schema/read-bounds.ts";
import { listMembers, makeMember, makeMembers } from "./make-members.ts";
import { addOthers, makeOther } from "./make-others.ts";
import { below, hasRoom, refuse, type Making, type Position } from "./making.ts";

/**
 * Names that some members require in addition (JSON Schema Validation §6.5.4), with the names that
 * these require.
 */
function addDependent(parts: Parts, names: Set<unknown>, made: ReadonlyMap<string, unknown>): void {
  const dependencies = allOf(parts, "dependentRequired").flatMap((one) =>
    Object.entries(objectOf(one)),
  );
  const isPresent = (name: string): boolean => made.has(name) || names.has(name);
  for (let size = -1; size < names.size;) {
    size = names.size;
    for (const [name, others] of dependencies) {
      if (isPresent(name)) for (const other of listOf(others)) names.add(other);
    }
  }
}

/** The names that parts require; most schemas are one part. */
function listRequired(parts: Parts): ReadonlySet<unknown> {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) {
    return new Set(listOf(memberOf(first, "required")));
  }
  return new Set(allOf(parts, "required").flatMap((names) => [...listOf(names)]));
}

/** The named members, those that they require, and as many as the minimum. */
export function makeObject(making: Making, parts: Parts, position: Position): unknown {
  // An object without room for its members is not begun.
  if (!hasRoom(making, below(position, position.isNeeded))) {
    return refuse(making, position, "A value needs more levels than are made.");
  }
  const required = listRequired(parts);
  const made = makeMembers(making, parts, position, required);
  const wanted = new Set(required);
  if (says(parts, "dependentRequired")) addDependent(parts, wanted, made);
  const { inOrder } = listMembers(making, parts);
  for (const name of wanted) {
    if (typeof name !== "string" || made.has(name)) continue;
    const member = inOrder.find((one) => one.name === name);
    if (member !== undefined && isHidden(making.checking.direction, member.read.parts)) continue;
    const value =
      member === undefined
        ? makeOther(making, parts, name, position)
        : required.has(name)
          ? undefined
          : makeMember(making, member, below(position, true, name));
    if (value !== undefined) made.set(name, value);
    // If an empty object is valid, it is better than an incomplete one.
    else if (!position.isNeeded) return undefined;
    else refuse(making, position, `There is no value for the required member ${name}.`);
  }
  if (says(parts, "minProperties")) addOptional(making, parts, position, made);
  addOthers(making, parts, position, made);
  if (says(parts, "maxProperties")) dropOptional(parts, made, wanted);
  return Object.fromEntries(made);
}

/** Omitted members, as far as the minimum requires more. */
function addOptional(
  making: Making,
  parts: Parts,
  position: Position,
  made: Map<string, unknown>,
): void {
  const min = greatestBound(parts, "minProperties") ?? 0;
  for (const member of listMembers(making, parts).inOrder) {
    if (made.size >= min) return;
    if (made.has(member.name) || isHidden(making.checking.direction, member.read.parts)) continue;
    const value = makeMember(making, member, below(position, true, member.name));
    if (value !== undefined) made.set(member.name, value);
  }
}

function dropOptional(
  parts: Parts,
  made: Map<string, unknown>,
  required: ReadonlySet<unknown>,
): void {
  const max = smallestBound(parts, "maxProperties") ?? Infinity;
  for (const name of [...made.keys()].reverse()) {
    if (made.size > max && !required.has(name)) made.delete(name);
  }
}
