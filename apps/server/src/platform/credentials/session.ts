import { sql } from "kysely";
import type { Role } from "@lintel/contract/words/permissions";
import { toolsetSlugs } from "@lintel/contract/words/toolsets";
import type { Database } from "../database/open-database.ts";
import { notFound, Problem } from "../problem.ts";
import type { CredentialKind, ResolvedCredential } from "./credential-kind.ts";
import { createMemberAccess, type MemberAccess } from "./member-access.ts";
import { createMemberPrincipal, readProjectRoles, selectProjectRoles } from "./member-principal.ts";
import { noProjects, type Principal } from "./principal.ts";
import { sessionPrefix } from "./secret-format.ts";
import { isUuid } from "../uuid.ts";

const initialToolsets = new Set(toolsetSlugs);

/** The access token of a person who signed in. Its calls name the organization, or a project of it. */
export const session: CredentialKind = {
  prefix: sessionPrefix,
  isOfPerson: true,
  challenge: 'Session realm="lintel"',
  checkTransport(isAgent) {
    if (!isAgent) return;
    throw new Problem("API_KEY_INVALID", "The tool server takes no session; use a key or a token.");
  },
  async resolve(db, digest, now, named) {
    const row = await findSession(db, digest, named);
    if (row === undefined || row.endedAt !== null || row.expiresAt <= now)
      throw new Problem("SESSION_EXPIRED");
    if (named !== null && row.role === null) throw notFound("The organization");
    if (row.isSsoMissing) throw new Problem("SSO_REQUIRED");
    return toCredential(row);
  },
  async writeUse(db, { principal }, now, since) {
    await db
      .updateTable("session")
      .set({ lastUsedAt: now })
      .where("id", "=", principal.sessionId)
      .where("lastUsedAt", "<=", since)
      .execute();
  },
};

type StoredSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

function findSession(db: Database, digest: string, named: string | null) {
  return db
    .selectFrom("sessionToken as t")
    .innerJoin("session as s", "s.id", "t.sessionId")
    .innerJoin("userAccount as u", "u.id", "s.userId")
    .leftJoin("organization as o", (join) =>
      isUuid(named) ? join.on("o.id", "=", named ?? "") : join.on("o.slug", "=", named ?? ""),
    )
    .leftJoin("membership as m", (join) =>
      join
        .onRef("m.organizationId", "=", "o.id")
        .onRef("m.userId", "=", "s.userId")
        .on("m.isActive", "=", true),
    )
    .where("t.digest", "=", digest)
    .where("t.kind", "=", "access")
    .select([
      "s.id as sessionId",
      "s.authenticatedAt",
      "s.endedAt",
      "s.lastUsedAt",
      "t.expiresAt",
      "u.id as userId",
      "u.email",
      "u.name as userName",
      "o.id as organizationId",
      "o.name as organizationName",
      "o.slug",
      "o.plan",
      "o.authVersion",
      "m.role",
      isSsoMissing.as("isSsoMissing"),
      selectProjectRoles("m.organizationId", "m.userId").as("projectRoles"),
    ])
    .executeTakeFirst();
}

/**
 * Whether the named organization enforces single sign-on for the person's domain, and the session began
 * otherwise: with a password or a passkey, or through a connection of another organization. The aliases of
 * the statement are `s` (session), `u` (account), `o` (organization) and `m` (membership).
 */
export const isSsoMissing = sql<boolean>`(
  m.role is not null
  and exists (select from email_domain as d
    where d.organization_id = o.id and d.domain = split_part(lower(u.email), '@', 2)
      and d.verified_at is not null and d.enforced_at is not null)
  and not exists (select from sso_sign_in as x
    where x.organization_id = o.id and x.user_id = s.user_id
      and s.method = 'sso' and x.connection_id = s.connection_id)
  and not exists (select from break_glass_owner as b
    where b.organization_id = o.id and b.user_id = s.user_id and m.role = 'owner'))`;

function toCredential(row: StoredSession): ResolvedCredential {
  const { organizationId, authVersion, expiresAt, lastUsedAt } = row;
  return {
    principal: toPrincipal(row),
    proof: organizationId === null || authVersion === null ? null : { organizationId, authVersion },
    expiresAt: expiresAt.getTime(),
    lastUsedAt,
  };
}

function toPrincipal(row: StoredSession): Principal {
  const { userId, email, sessionId, authenticatedAt } = row;
  const role = row.role as Role | null;
  const access =
    role === null
      ? noOrganization
      : createMemberAccess(role, readProjectRoles(row.projectRoles), null);
  return createMemberPrincipal(row, access, {
    role,
    credentialId: sessionId,
    key: null,
    mayMint: role !== null,
    initialToolsets,
    actor: { type: "user", id: userId, name: email, keyId: null },
    isDelegated: false,
    authenticatedAt,
    sessionId,
    budgets: { of: "session", user: `session:${userId}`, agent: `session:${userId}` },
  });
}

/** Until the call names an organization: a project of the call names it later. */
const noOrganization: MemberAccess = {
  check: (permission, target) =>
    permission === "operator"
      ? new Problem("ROLE_INSUFFICIENT", "Only the operator of the installation can do this.")
      : target === "organization"
        ? new Problem("ORGANIZATION_REQUIRED")
        : null,
  visibleProjects: () => noProjects,
  permissions: () => [],
  roleIn: () => null,
};
