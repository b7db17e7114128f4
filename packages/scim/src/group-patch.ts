import { dropSchema, groupSchema } from "./schemas.ts";
import { parseQuoted } from "./filter.ts";
import { maxMembers, readMemberIds, readRemovedIds, tooManyMembers } from "./group.ts";
import { invalidPath, readOperations, type PatchOperation } from "./patch-operations.ts";
import { invalidValue, ScimError } from "./scim-error.ts";
import { needText, readText } from "./values.ts";

/** What a PATCH changes in a group; `undefined` stays as it is. */
export interface GroupChange {
  readonly displayName?: string;
  readonly externalId?: string | null;
  readonly members: MemberChange;
}

/**
 * Changes of rows, never a new list: parallel changes of one group must not undo each other.
 * Where the group is emptied, only `added` are members afterwards.
 */
export interface MemberChange {
  readonly isEmptied: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

type Target =
  | { readonly attribute: "displayName" | "externalId" | "members" }
  | { readonly attribute: "member"; readonly id: string };

/**
 * The net change of a PATCH: all of its operations in their order.
 *
 * @throws ScimError
 */
export function readGroupPatch(body: unknown): GroupChange {
  const members = { isEmptied: false, added: new Set<string>(), removed: new Set<string>() };
  const texts: { displayName?: string; externalId?: string | null } = {};
  let named = 0;
  for (const operation of readOperations(body)) {
    const target = parseGroupPath(operation.path);
    if (target.attribute === "displayName" || target.attribute === "externalId") {
      Object.assign(texts, readTextChange(target.attribute, operation));
      continue;
    }
    const step = readStep(target, operation);
    named += step.ids.length;
    if (named > maxMembers) throw tooManyMembers();
    applyStep(members, step);
  }
  return { ...texts, members };
}

function readTextChange(
  attribute: "displayName" | "externalId",
  { op, value }: PatchOperation,
): Partial<GroupChange> {
  if (attribute === "displayName") {
    if (op === "remove") throw invalidValue("displayName cannot be removed.");
    return { displayName: needText(value, "displayName").trim() };
  }
  return { externalId: op === "remove" ? null : readText(value, "externalId") };
}

interface Step {
  readonly kind: PatchOperation["op"];
  readonly ids: readonly string[];
}

function readStep(target: Target, { op, path, value }: PatchOperation): Step {
  if (target.attribute === "member") {
    if (op === "remove") return { kind: "remove", ids: readRemovedIds(target.id) };
    throw invalidPath(path, "selects a member, which can only be removed");
  }
  if (op !== "remove") return { kind: op, ids: readMemberIds(value) };
  // Entra ID names the members to remove in the value; without one, all are removed.
  if (value === undefined || value === null) return { kind: "replace", ids: [] };
  return { kind: "remove", ids: readRemovedIds(value) };
}

function applyStep(
  change: { isEmptied: boolean; readonly added: Set<string>; readonly removed: Set<string> },
  { kind, ids }: Step,
): void {
  if (kind === "replace") {
    change.isEmptied = true;
    change.added.clear();
    change.removed.clear();
  }
  const [into, from] =
    kind === "remove" ? [change.removed, change.added] : [change.added, change.removed];
  for (const id of ids) {
    into.add(id);
    from.delete(id);
  }
}

const member = /^members\[\s*value\s+eq\s+("(?:[^"\\]|\\.)*")\s*\]$/is;

function parseGroupPath(path: string): Target {
  const name = dropSchema(path, groupSchema);
  const lower = name.toLowerCase();
  if (lower === "displayname") return { attribute: "displayName" };
  if (lower === "externalid") return { attribute: "externalId" };
  if (lower === "members") return { attribute: "members" };
  const [, quoted] = member.exec(name) ?? [];
  if (quoted !== undefined) return { attribute: "member", id: readId(path, quoted) };
  throw invalidPath(
    path,
    "cannot be changed by PATCH; displayName, externalId and members can. Delete the mapping of this attribute at the identity provider",
  );
}

function readId(path: string, quoted: string): string {
  try {
    return parseQuoted(quoted);
  } catch (error) {
    if (error instanceof ScimError) throw invalidPath(path, "is no path");
    throw error;
  }
}
