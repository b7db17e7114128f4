import type { ColumnType } from "kysely";
import type { At, Stamped } from "../../platform/database/column.types.ts";

type AtOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A group that an identity provider provisions. */
export interface ScimGroupRow extends Stamped {
  organizationId: string;
  id: string;
  displayName: string;
  externalId: string | null;
}

export interface ScimGroupMemberRow {
  organizationId: string;
  groupId: string;
  /** The id of the membership, not that of the user. */
  membershipId: string;
}

/** Gives the members of a group a role. */
export interface GroupMappingRow extends Stamped {
  organizationId: string;
  id: string;
  groupName: string;
  /** The name as groups are compared. */
  groupKey: string;
  role: string;
  /** The mapping with the highest priority decides. */
  priority: number;
}

/** When the role of a member was last evaluated, and whether another evaluation is due. */
export interface RoleEvaluationRow {
  organizationId: string;
  userId: string;
  evaluatedAt: At;
  /** The groups of the last assertion; null where SCIM groups set the role. */
  assertedGroups: ColumnType<string[] | null, string | null, string | null>;
  /** When a deferred evaluation runs. */
  dueAt: AtOrNull;
}

/** A domain of e-mail addresses that an organization claims, or has verified. */
export interface EmailDomainRow extends Stamped {
  organizationId: string;
  id: string;
  /** In ASCII and lower case, with punycode for other letters. */
  domain: string;
  /** What the TXT record of the domain has to contain. */
  txtValue: string;
  verifiedAt: AtOrNull;
  verifiedBy: ColumnType<
    "dns" | "operator" | null,
    "dns" | "operator" | null | undefined,
    "dns" | "operator" | null
  >;
  checkedAt: AtOrNull;
  /** Why the last check failed. */
  checkProblem: ColumnType<string | null, string | null | undefined, string | null>;
  /** Since when checks of a verified domain fail. */
  failingSince: AtOrNull;
  /** Since when its members sign in only through single sign-on. */
  enforcedAt: AtOrNull;
}

/** An owner who may sign in by password although the domain is enforced. */
export interface BreakGlassOwnerRow {
  organizationId: string;
  userId: string;
  createdAt: At;
}

/** The last sign-in of a member through a connection. */
export interface SsoSignInRow {
  organizationId: string;
  userId: string;
  connectionId: string;
  signedInAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface OrganizationRow {
    /** The role of members whose groups have no mapping. */
    fallbackRole: ColumnType<string, string | undefined, string>;
  }
  interface Tables {
    scimGroup: ScimGroupRow;
    scimGroupMember: ScimGroupMemberRow;
    groupMapping: GroupMappingRow;
    roleEvaluation: RoleEvaluationRow;
    emailDomain: EmailDomainRow;
    breakGlassOwner: BreakGlassOwnerRow;
    ssoSignIn: SsoSignInRow;
  }
}
