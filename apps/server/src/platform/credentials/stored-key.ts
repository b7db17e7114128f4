import type { Role } from "@lintel/contract/words/permissions";
import type { Caller, Grant } from "@lintel/contract/shapes/account";
import type { Database } from "../database/open-database.ts";
import { Problem } from "../problem.ts";
import type { ResolvedCredential } from "./credential-kind.ts";
import { createMemberAccess } from "./member-access.ts";
import { createMemberPrincipal, readProjectRoles, selectProjectRoles } from "./member-principal.ts";
import type { Principal } from "./principal.ts";

// Keys and staging tokens are rows of one table, and belong to members.

export type StoredKey = NonNullable<Awaited<ReturnType<typeof findKey>>>;
type OfKind = Pick<Principal, "mayMint" | "initialToolsets">;

/**
 * Reads a key with its owner, the owner's roles and the key that minted it.
 *
 * @param checkKind adds what the kind says of the principal; may refuse.
 * @throws Problem where the key is revoked or expired, or its owner is no member.
 */
export async function resolveStoredKey(
  db: Database,
  digest: string,
  now: Date,
  checkKind: (row: StoredKey) => OfKind,
): Promise<ResolvedCredential | null> {
  const row = await findKey(db, digest);
  if (row === undefined) return null;
  const { role, isActive, revokedAt, expiresAt, minterExpiresAt } = row;
  if (revokedAt !== null) throw new Problem("API_KEY_REVOKED");
  if (expiresAt !== null && expiresAt <= now) throw new Problem("API_KEY_EXPIRED");
  if (role === null || isActive !== true) throw new Problem("NOT_A_MEMBER");
  return {
    principal: toPrincipal(row, role as Role, checkKind(row)),
    proof: { organizationId: row.organizationId, authVersion: row.authVersion },
    expiresAt: Math.min(timeOf(expiresAt), timeOf(minterExpiresAt)),
    lastUsedAt: row.lastUsedAt,
  };
}

const timeOf = (date: Date | null) => date?.getTime() ?? Infinity;

async function findKey(db: Database, digest: string) {
  return db
    .selectFrom("credential as c")
    .innerJoin("apiKey as k", (join) =>
      join.onRef("k.organizationId", "=", "c.organizationId").onRef("k.id", "=", "c.subjectId"),
    )
    .innerJoin("organization as o", "o.id", "c.organizationId")
    .innerJoin("userAccount as u", "u.id", "k.userId")
    .leftJoin("apiKey as minter", (join) =>
      join
        .onRef("minter.organizationId", "=", "k.organizationId")
        .onRef("minter.id", "=", "k.mintedBy"),
    )
    .leftJoin("membership as m", (join) =>
      join.onRef("m.organizationId", "=", "k.organizationId").onRef("m.userId", "=", "k.userId"),
    )
    .where("c.digest", "=", digest)
    .where("c.kind", "=", "key")
    .select([
      "o.id as organizationId",
      "o.name as organizationName",
      "o.slug",
      "o.plan",
      "o.authVersion",
      "u.id as userId",
      "u.email",
      "u.name as userName",
      "u.isService",
      "m.role",
      "m.isActive",
      "k.id as keyId",
      "k.name as keyName",
      "k.access",
      "k.permissions",
      "k.expiresAt",
      "k.revokedAt",
      "k.lastUsedAt",
      "k.mintedBy",
      "minter.access as minterAccess",
      "minter.revokedAt as minterRevokedAt",
      "minter.expiresAt as minterExpiresAt",
      selectProjectRoles("k.organizationId", "k.userId").as("projectRoles"),
    ])
    .executeTakeFirst();
}

function toPrincipal(row: StoredKey, role: Role, ofKind: OfKind): Principal {
  const { userId, keyId } = row;
  // The address of a service account says nothing to people.
  const name = row.isService ? row.userName : row.email;
  const access = row.access as NonNullable<Caller["key"]>["access"];
  const grants = access === "full" ? null : (row.permissions as Grant[]);
  return createMemberPrincipal(
    row,
    createMemberAccess(role, readProjectRoles(row.projectRoles), grants),
    {
      ...ofKind,
      role,
      credentialId: keyId,
      key: {
        id: keyId,
        name: row.keyName,
        access,
        expiresAt: row.expiresAt?.toISOString() ?? null,
      },
      actor: { type: "user", id: userId, name, keyId },
      isDelegated: false,
      authenticatedAt: null,
      sessionId: null,
      budgets: { of: "key", user: `user:${userId}`, agent: `agent:${userId}` },
    },
  );
}
