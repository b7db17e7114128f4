import { quote } from "@lintel/json/shorten";
import { isList, isObject } from "@lintel/json/value";
import { invalidValue, ScimError } from "./scim-error.ts";
import { isUnassigned, memberOf, needObject, needText, readText } from "./values.ts";

/** A group in the body of POST or PUT. `memberIds` are in lower case and without repetitions. */
export interface GivenGroup {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly memberIds: readonly string[];
}

export const maxMembers = 10_000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Reads a complete group; other attributes are ignored. @throws ScimError */
export function readGroup(body: unknown): GivenGroup {
  const given = needObject(body, "The group");
  const memberIds = readMemberIds(memberOf(given, "members"));
  if (memberIds.length > maxMembers) throw tooManyMembers();
  return {
    displayName: needText(memberOf(given, "displayName"), "displayName").trim(),
    externalId: readText(memberOf(given, "externalId"), "externalId"),
    memberIds,
  };
}

export const tooManyMembers = (): ScimError =>
  new ScimError("PAYLOAD_TOO_LARGE", `One request may name ${maxMembers} members.`);

/**
 * The ids of a list of members, or of one member.
 *
 * @throws ScimError VALIDATION_FAILED for a member that cannot be a user.
 */
export function readMemberIds(given: unknown): string[] {
  if (isUnassigned(given)) return [];
  const list = isList(given) ? given : [given];
  return [...new Set(list.map((each) => readMemberId(each)))];
}

function readMemberId(given: unknown): string {
  const value = isObject(given) ? memberOf(given, "value") : given;
  if (typeof value !== "string") throw invalidValue("Each member needs a value, the id of a user.");
  const type = memberOf(given, "type");
  if (typeof type === "string" && type.toLowerCase() === "group")
    throw invalidValue(`The member ${quote(value)} is a group; groups contain only users.`);
  const id = value.toLowerCase();
  if (!uuid.test(id)) throw unknownMember(value);
  return id;
}

export const unknownMember = (id: string): ScimError =>
  invalidValue(`The member ${quote(id)} is not the id of a user of this organization.`);

/** The ids to remove: an id that cannot be a user's is no member, so it is left out. */
export function readRemovedIds(given: unknown): string[] {
  const list = isList(given) ? given : [given];
  const ids = list.map((each) => (isObject(each) ? memberOf(each, "value") : each));
  if (!ids.every((id) => typeof id === "string"))
    throw invalidValue("Each member to remove needs a value, the id of a user.");
  return [...new Set(ids.map((id) => id.toLowerCase()).filter((id) => uuid.test(id)))];
}
