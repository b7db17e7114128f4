import type { JsonObject } from "@lintel/json/value";
import { createRecent, type Recent } from "../plan/keep-recent.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { collectParts, joinSchemas, membersOf, type SchemaParts } from "../schema/collect-parts.ts";
import { readTypes, readUnion } from "../schema/type-line.ts";
import {
  below,
  hasRoom,
  isHidden,
  takeRoom,
  type Making,
  type Parts,
  type Standing,
} from "./making.ts";

/** Schemas whose members are remembered. */
const mostOpen = 16;

/** Whether something stands below a schema: such members are made last, so that they take no room of plain ones. */
const isDeep = (read: SchemaParts): boolean =>
  readUnion(read) !== null || readTypes(read).some((type) => type === "object" || type === "array");

export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly read: SchemaParts;
  readonly isDeep: boolean;
  /** The value of a member without members, once it was made: it is the same in every example. */
  value?: string | number | boolean;
}

export interface Members {
  readonly inOrder: readonly Member[];
  /** In the order in which their values are made. */
  readonly deepLast: readonly Member[];
}

/** Neighbours of a schema stand in the examples of many pages. */
const openMembers = new WeakMap<ReferencePlan, Recent<JsonObject, Members>>();

/** The properties that parts name. */
export function listMembers(plan: ReferencePlan, parts: Parts): Members {
  const [first] = parts;
  const recent = openMembers.get(plan) ?? createRecent(mostOpen);
  openMembers.set(plan, recent);
  const known = first === undefined || parts.length > 1 ? undefined : recent.get(first);
  if (known !== undefined) return known;
  const inOrder: Member[] = [...membersOf(parts, "properties")].map(([name, schemas]) => {
    const schema = joinSchemas(schemas);
    const read = collectParts(plan, schema);
    return { name, schema, read, isDeep: isDeep(read) };
  });
  const last = inOrder.filter((member) => member.isDeep);
  const members = {
    inOrder,
    deepLast: last.length === 0 ? inOrder : [...inOrder.filter((one) => !one.isDeep), ...last],
  };
  if (first !== undefined && parts.length === 1) recent.set(first, members);
  return members;
}

function makeMember(making: Making, member: Member, standing: Standing): unknown {
  const { schema, read } = member;
  const isKept = making.variant === 0 && !member.isDeep;
  if (isKept && member.value !== undefined) {
    return takeRoom(making, standing) ? member.value : undefined;
  }
  const value = making.make(making, schema, standing, read);
  if (isKept && isScalar(value)) member.value = value;
  return value;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** Values of the properties that are named, in the order of the schema. */
export function makeMembers(
  making: Making,
  parts: Parts,
  standing: Standing,
  required: ReadonlySet<unknown>,
): Map<string, unknown> {
  const { inOrder, deepLast } = listMembers(making.plan, parts);
  const values = new Map<string, unknown>();
  const [plain, needed] = [below(standing, false), below(standing, true)];
  for (const member of deepLast) {
    const { name, read } = member;
    const isNeeded = required.size > 0 && required.has(name);
    const inner = isNeeded ? needed : plain;
    if (!hasRoom(making, inner)) {
      if (required.size === 0) break;
      continue;
    }
    if (isHidden(making, read.parts)) continue;
    const value = makeMember(making, member, inner);
    if (value !== undefined) values.set(name, value);
  }
  const isOrdered = deepLast === inOrder;
  if (isOrdered) return values;
  const made = new Map<string, unknown>();
  for (const { name } of inOrder) if (values.has(name)) made.set(name, values.get(name));
  return made;
}
