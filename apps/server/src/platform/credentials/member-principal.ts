import { sql, type RawBuilder } from "kysely";
import type { Caller } from "@lintel/contract/shapes/account";
import type { ProjectRole } from "@lintel/contract/words/permissions";
import { notFound } from "../problem.ts";
import type { MemberAccess } from "./member-access.ts";
import type { Principal } from "./principal.ts";

// Keys, staging tokens, sessions and tokens of clients are all used by members.

/** The account and the organization that the statement of a credential joined with it. */
export interface MemberRow {
  readonly userId: string;
  readonly email: string;
  readonly userName: string;
  /** Null, with the rest of it, for a session that names no organization. */
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  readonly slug: string | null;
  readonly plan: string | null;
}

/** What the kind of credential says of the caller. */
type OfCredential = Pick<
  Principal,
  | "role"
  | "credentialId"
  | "key"
  | "mayMint"
  | "initialToolsets"
  | "actor"
  | "isDelegated"
  | "authenticatedAt"
  | "sessionId"
  | "budgets"
>;

export function createMemberPrincipal(
  row: MemberRow,
  access: MemberAccess,
  ofCredential: OfCredential,
): Principal {
  const { organizationId, slug } = row;
  const principal: Principal = {
    ...access,
    ...ofCredential,
    user: { id: row.userId, email: row.email, name: row.userName },
    organizationId,
    organization: toOrganization(row),
    forOrganization(named) {
      if (named !== organizationId && named !== slug) throw notFound("The organization");
      return principal;
    },
    isFullyAudited: false,
  };
  return principal;
}

function toOrganization(row: MemberRow): Principal["organization"] {
  const { organizationId: id, organizationName: name, slug, plan } = row;
  if (id === null || name === null || slug === null) return null;
  return { id, name, slug, plan: plan as Caller["organization"]["plan"] };
}

/**
 * The roles of a member in the projects where they differ from the role in the organization. The
 * parameters are columns of the statement, such as `k.organizationId` and `k.userId`.
 */
export function selectProjectRoles(
  organizationId: string,
  userId: string,
): RawBuilder<Record<string, ProjectRole> | null> {
  return sql`(select json_object_agg(r.project_id, r.role) from project_role as r
    where r.organization_id = ${sql.ref(organizationId)} and r.user_id = ${sql.ref(userId)})`;
}

/** Those roles by project. */
export function readProjectRoles(
  roles: Record<string, ProjectRole> | null,
): ReadonlyMap<string, ProjectRole> {
  return new Map(Object.entries(roles ?? {}));
}
