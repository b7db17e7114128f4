import type { Plan } from "@lintel/contract/words/plans";
import type { Database } from "../database/open-database.ts";
import { Problem } from "../problem.ts";
import type { CredentialKind, ResolvedCredential } from "./credential-kind.ts";
import { writeUseIn } from "./credential-use.ts";
import { noProjects, type Principal } from "./principal.ts";
import { scimPrefix } from "./secret-format.ts";

/** The token of an identity provider, which provisions users and groups of one organization. */
export const scimToken: CredentialKind = {
  prefix: scimPrefix,
  isOfPerson: false,
  challenge: 'Bearer realm="lintel"',
  checkTransport() {
    throw new Problem("API_KEY_INVALID", "A SCIM token opens only /scim/v2; use a key.");
  },
  async resolve(db, digest, now) {
    const row = await findToken(db, digest);
    if (row === undefined) return null;
    if (row.revokedAt !== null) throw refuse("revoked", "The SCIM token was revoked.");
    if (row.expiresAt !== null && row.expiresAt <= now)
      throw refuse("expired", "The SCIM token has expired.");
    if (!row.isScimEnabled) throw refuse("disabled", "SCIM is disabled for this organization.");
    return toCredential(row);
  },
  writeUse: writeUseIn("scimToken"),
};

/** Whether a caller is an identity provider with an accepted token. */
export const isProvider = (principal: Principal | null): boolean =>
  principal?.actor.type === "scimToken";

/** Whether a secret has the form of a SCIM token, which may not exist. */
export const looksLikeScimToken = (secret: string): boolean => secret.startsWith(scimPrefix);

/** Why a token that is known is refused. */
export type TokenCause = "revoked" | "expired" | "disabled";

const refuse = (cause: TokenCause, detail: string): Problem =>
  new Problem("SCIM_TOKEN_INVALID", detail, { cause });

type StoredToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

function findToken(db: Database, digest: string) {
  return db
    .selectFrom("credential as c")
    .innerJoin("scimToken as t", (join) =>
      join.onRef("t.organizationId", "=", "c.organizationId").onRef("t.id", "=", "c.subjectId"),
    )
    .innerJoin("organization as o", "o.id", "c.organizationId")
    .where("c.digest", "=", digest)
    .where("c.kind", "=", "scim")
    .select([
      "o.id as organizationId",
      "o.name as organizationName",
      "o.slug",
      "o.plan",
      "o.authVersion",
      "o.isScimEnabled",
      "t.id as tokenId",
      "t.name as tokenName",
      "t.expiresAt",
      "t.revokedAt",
      "t.lastUsedAt",
    ])
    .executeTakeFirst();
}

function toCredential(row: StoredToken): ResolvedCredential {
  const { organizationId, authVersion, expiresAt, lastUsedAt } = row;
  return {
    principal: toPrincipal(row),
    proof: { organizationId, authVersion },
    expiresAt: expiresAt?.getTime() ?? Infinity,
    lastUsedAt,
  };
}

/** May call what needs no permission; the operations of SCIM are open to no other kind of caller. */
function toPrincipal(row: StoredToken): Principal {
  const { organizationId, organizationName: name, slug, tokenId } = row;
  const principal: Principal = {
    check: () => new Problem("ROLE_INSUFFICIENT", "A SCIM token only provisions users and groups."),
    visibleProjects: () => noProjects,
    permissions: () => [],
    user: null,
    credentialId: tokenId,
    key: null,
    organizationId,
    organization: { id: organizationId, name, slug, plan: row.plan as Plan },
    forOrganization(named) {
      if (named !== organizationId && named !== slug) throw new Problem("SCIM_TOKEN_FOREIGN");
      return principal;
    },
    role: null,
    roleIn: () => null,
    mayMint: false,
    initialToolsets: new Set(),
    actor: { type: "scimToken", id: tokenId, name: row.tokenName, keyId: null },
    isDelegated: false,
    isFullyAudited: false,
    authenticatedAt: null,
    sessionId: null,
    budgets: { of: "scim", user: `scim:${tokenId}`, agent: `scim:${tokenId}` },
  };
  return principal;
}
