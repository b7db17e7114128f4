import { isObject } from "@lintel/json/value";
import { isHidden } from "../schema/is-hidden.ts";
import { listHolding } from "../check/list-holding.ts";
import { joinSchemas, membersOf, openParts, saysAny, type Parts } from "../schema/parts.ts";
import { readTypes, readUnion } from "../schema/read-types.ts";
import { below, hasRoom, takeRoom, type Making, type Position } from "./making.ts";
import type { Member, Members } from "./memory.ts";

const isDeep = (parts: Parts): boolean =>
  readUnion(parts) !== null ||
  readTypes(parts).some((type) => type === "object" || type === "array");

const saysNothing = (schema: unknown): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).length === 0);

/** The schema of everything that the parts require of a member; null if they require nothing. */
export function findMemberSchema(parts: Parts, name: string): unknown {
  const holding = new Set(parts.flatMap((part) => listHolding(part, name)));
  const others = parts.filter((part) => Object.hasOwn(part, "unevaluatedProperties"));
  const schemas =
    holding.size > 0 ? [...holding] : others.map((part) => part["unevaluatedProperties"]);
  const restricting = schemas.filter((schema) => !saysNothing(schema));
  if (restricting.includes(false)) return false;
  return restricting.length === 0 ? null : joinSchemas(restricting);
}

const patterns = new Set(["patternProperties"]);
const rests = new Set(["patternProperties", "additionalProperties", "unevaluatedProperties"]);

/** The properties that parts name. */
export function listMembers({ source, memory }: Making, parts: Parts): Members {
  const [first] = parts;
  const known = first === undefined || parts.length > 1 ? undefined : memory.members.get(first);
  if (known !== undefined) return known;
  // Schemas in addition to its own apply to a member if another part has a rule for the rest.
  const isOwn = !saysAny(parts, parts.length === 1 ? patterns : rests);
  const inOrder: Member[] = [...membersOf(parts, "properties")].map(([name, schemas]) => {
    const schema = isOwn ? joinSchemas(schemas) : (findMemberSchema(parts, name) ?? {});
    const read = openParts(source, schema);
    return { name, schema, read, isDeep: isDeep(read.parts) };
  });
  const last = inOrder.filter((member) => member.isDeep);
  const members = {
    inOrder,
    deepLast: last.length === 0 ? inOrder : [...inOrder.filter((one) => !one.isDeep), ...last],
  };
  if (first !== undefined && parts.length === 1) memory.members.set(first, members);
  return members;
}

/** Makes the value of a member, or reuses the plain one. */
export function makeMember(making: Making, member: Member, position: Position): unknown {
  const { wish, random, variant } = making;
  const { schema, read } = member;
  const isKept =
    variant === 0 &&
    random === null &&
    !member.isDeep &&
    wish.isGivenFirst === true &&
    wish.findKnown === undefined;
  if (isKept && member.value !== undefined) {
    return takeRoom(making, position) ? member.value : undefined;
  }
  const value = making.make(making, schema, position, read);
  if (isKept && isScalar(value)) member.value = value;
  return value;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/**
 * The probability of optional members, which differs between objects: some have none, others all.
 */
function drawShare({ wish, random }: Making, { isSparse }: Position): number {
  if (isSparse || wish.members === "required") return 0;
  return random === null || wish.members !== "some" ? 1 : Math.floor(random() * 3) / 2;
}

/** Values of the named properties, in the order of the schema. */
export function makeMembers(
  making: Making,
  parts: Parts,
  position: Position,
  required: ReadonlySet<unknown>,
): Map<string, unknown> {
  const { inOrder, deepLast } = listMembers(making, parts);
  const share = drawShare(making, position);
  const values = new Map<string, unknown>();
  for (const member of deepLast) {
    const { name, read } = member;
    const isNeeded = required.size > 0 && required.has(name);
    if (!isNeeded && (share === 0 || position.omitted.has(name))) continue;
    if (!isNeeded && share < 1 && (making.random?.() ?? 0) > share) continue;
    const inner = below(position, isNeeded, name);
    if (!hasRoom(making, inner)) {
      if (required.size === 0) break;
      continue;
    }
    if (isHidden(making.checking.direction, read.parts)) continue;
    const value = makeMember(making, member, inner);
    if (value !== undefined) values.set(name, value);
  }
  const isOrdered = deepLast === inOrder;
  if (isOrdered) return values;
  const made = new Map<string, unknown>();
  for (const { name } of inOrder) if (values.has(name)) made.set(name, values.get(name));
  return made;
}
