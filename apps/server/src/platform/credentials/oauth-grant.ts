import type { Permission, Role } from "@lintel/contract/words/permissions";
import { toolsetSlugs } from "@lintel/contract/words/toolsets";
import type { Database } from "../database/open-database.ts";
import { Problem } from "../problem.ts";
import type { CredentialKind } from "./credential-kind.ts";
import { writeUseIn } from "./credential-use.ts";
import { createMemberAccess } from "./member-access.ts";
import { createMemberPrincipal, readProjectRoles, selectProjectRoles } from "./member-principal.ts";
import "./oauth.tables.ts";
import type { Principal } from "./principal.ts";
import { oauthPrefix } from "./secret-format.ts";
import { isForTools } from "./token-resources.ts";

const initialToolsets = new Set(toolsetSlugs);

/** The access token of a client to which a person granted some of their permissions. */
export const oauthGrant: CredentialKind = {
  prefix: oauthPrefix,
  isOfPerson: false,
  challenge: "Bearer",
  checkTransport: () => {},
  async resolve(db, digest, now) {
    const row = await findToken(db, digest);
    if (row === undefined) return null;
    if (row.revokedAt !== null) throw new Problem("API_KEY_REVOKED", "The grant was revoked.");
    if (row.expiresAt <= now) throw new Problem("API_KEY_EXPIRED", "The access token has expired.");
    if (row.role === null || row.isActive !== true) throw new Problem("NOT_A_MEMBER");
    const token = JSON.parse(row.payload) as TokenPayload;
    return {
      principal: toPrincipal(row, row.role as Role, token),
      proof: { organizationId: row.organizationId, authVersion: row.authVersion },
      expiresAt: row.expiresAt.getTime(),
      lastUsedAt: row.lastUsedAt,
      checkTransport(isAgent) {
        if (isAgent || !isForTools(token.aud)) return;
        throw new Problem("API_KEY_INVALID", "The access token is for the tool server alone.");
      },
    };
  },
  writeUse: writeUseIn("oauthGrant"),
};

/** The members of an access token's payload that are read here. */
interface TokenPayload {
  /** The resource that the token is for (RFC 8707 §2). */
  readonly aud: string;
  readonly scope?: string;
}

type StoredToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

function findToken(db: Database, digest: string) {
  return db
    .selectFrom("oauthArtifact as a")
    .innerJoin("oauthGrant as g", "g.id", "a.grantId")
    .innerJoin("organization as o", "o.id", "g.organizationId")
    .innerJoin("userAccount as u", "u.id", "g.userId")
    .leftJoin("membership as m", (join) =>
      join.onRef("m.organizationId", "=", "g.organizationId").onRef("m.userId", "=", "g.userId"),
    )
    .where("a.digest", "=", digest)
    .where("a.kind", "=", "AccessToken")
    .select([
      "a.payload",
      "a.expiresAt",
      "o.id as organizationId",
      "o.name as organizationName",
      "o.slug",
      "o.plan",
      "o.authVersion",
      "u.id as userId",
      "u.email",
      "u.name as userName",
      "m.role",
      "m.isActive",
      "g.id as grantId",
      "g.permissions",
      "g.projectId",
      "g.revokedAt",
      "g.lastUsedAt",
      selectProjectRoles("g.organizationId", "g.userId").as("projectRoles"),
    ])
    .executeTakeFirst();
}

function toPrincipal(row: StoredToken, role: Role, { scope = "" }: TokenPayload): Principal {
  const { userId, email, grantId, projectId } = row;
  const scopes = scope.split(" ");
  const grants = (row.permissions as Permission[])
    .filter((permission) => scopes.includes(permission))
    .map((permission) => ({ permission, projectId }));
  const projectRoles = readProjectRoles(row.projectRoles);
  return createMemberPrincipal(row, createMemberAccess(role, projectRoles, grants, "client"), {
    role,
    credentialId: grantId,
    key: null,
    mayMint: false,
    initialToolsets,
    actor: { type: "client", id: userId, name: email, keyId: grantId },
    isDelegated: true,
    authenticatedAt: null,
    sessionId: null,
    budgets: { of: "key", user: `user:${userId}`, agent: `agent:${userId}` },
  });
}
