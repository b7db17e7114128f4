import { problemTable, type ProblemCode, type ProblemRow } from "@lintel/contract/words/problems";
import { errorMessage, groupSchema, listMessage, userSchema } from "./schemas.ts";
import type { ScimUser } from "./user.ts";

/** What both kinds of resources have in addition to their attributes. */
export interface ResourceStamp {
  readonly id: string;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly rowVersion: string;
}

export type UserRecord = ScimUser & ResourceStamp;

export interface GroupRecord extends ResourceStamp {
  readonly displayName: string;
  readonly externalId: string | null;
  /** null: not asked for. */
  readonly members: readonly { readonly id: string; readonly display: string | null }[] | null;
}

/** Drops members that are unassigned: they are not sent (RFC 7643 §2.5). */
function assigned<Members extends object>(members: Members): Members {
  const present = Object.entries(members).filter(
    ([, value]: [string, unknown]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(present) as Members;
}

const orNull = <Item>(items: readonly Item[]): readonly Item[] | null =>
  items.length === 0 ? null : items;

/** @param base the absolute address of the organization's SCIM service */
export function renderUser(user: UserRecord, base: string) {
  const { givenName, familyName, emails, isActive } = user;
  const hasName = givenName !== null || familyName !== null;
  return assigned({
    schemas: [userSchema],
    id: user.id,
    externalId: user.externalId,
    userName: user.userName,
    name: hasName ? assigned({ givenName, familyName }) : null,
    displayName: user.displayName,
    emails: orNull(
      emails.map(({ value, type, isPrimary: primary, display }) =>
        assigned({ value, type, primary, display }),
      ),
    ),
    active: isActive,
    meta: renderMeta("User", user, base),
  });
}

/** @param base the absolute address of the organization's SCIM service */
export function renderGroup(group: GroupRecord, base: string) {
  return assigned({
    schemas: [groupSchema],
    id: group.id,
    externalId: group.externalId,
    displayName: group.displayName,
    members:
      group.members?.map(({ id, display }) =>
        assigned({ value: id, $ref: `${base}/Users/${id}`, type: "User", display }),
      ) ?? null,
    meta: renderMeta("Group", group, base),
  });
}

function renderMeta(
  resourceType: "User" | "Group",
  { id, createdAt, modifiedAt, rowVersion }: ResourceStamp,
  base: string,
) {
  return {
    resourceType,
    created: createdAt.toISOString(),
    lastModified: modifiedAt.toISOString(),
    location: `${base}/${resourceType}s/${id}`,
    version: `W/"${rowVersion}"`,
  };
}

/** A page of resources (RFC 7644 §3.4.2). */
export function renderList(
  resources: readonly object[],
  page: { readonly totalResults: number; readonly startIndex: number },
) {
  return {
    schemas: [listMessage],
    totalResults: page.totalResults,
    startIndex: page.startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** The error of a code of the problem table (RFC 7644 §3.12). */
export function renderError(code: ProblemCode, detail: string) {
  const { status, scimType }: ProblemRow = problemTable[code];
  return assigned({ schemas: [errorMessage], status: String(status), scimType, detail });
}
