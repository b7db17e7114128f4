import { sql } from "kysely";
import type { ProjectRole, Role } from "@lintel/contract/permissions";
import type { Plan } from "@lintel/contract/plans";
import type { Grant } from "@lintel/contract/shapes/account";
import type { Database } from "../database/open-database.ts";
import { Problem } from "../problem.ts";
import type { KeyPrincipal } from "./principal.ts";
import { digestSecret, isWellFormed, keyPrefix, stagingPrefix } from "./secret-format.ts";

/** Who calls with a key, as one statement found it at one version of its organization. */
export interface Standing {
  readonly principal: KeyPrincipal;
  /** The organization's `auth_version` that the statement saw. */
  readonly authVersion: string;
  readonly expiresAt: Date | null;
  /** What is known of the key's last use on this node. */
  lastUsedAt: Date | null;
}

/**
 * What a key is looked up by; told without asking the database.
 *
 * @throws Problem API_KEY_MISSING or API_KEY_INVALID for what is no key of ours at all.
 */
export function digestKey(region: string, secret: string | undefined): string {
  if (secret === undefined || secret === "") throw new Problem("API_KEY_MISSING");
  if (![keyPrefix, stagingPrefix].some((prefix) => isWellFormed(secret, prefix)))
    throw invalidKey(region);
  return digestSecret(secret);
}

/**
 * Finds who calls with a key, in one joined statement.
 *
 * @throws Problem where the key is unknown, revoked or expired, or its owner is no member.
 */
export async function resolveKey(
  db: Database,
  now: Date,
  region: string,
  digest: string,
): Promise<Standing> {
  const row = await findKey(db, digest);
  if (row === undefined) throw invalidKey(region);
  if (row.revokedAt !== null) throw new Problem("API_KEY_REVOKED");
  if (row.expiresAt !== null && row.expiresAt <= now) throw new Problem("API_KEY_EXPIRED");
  if (row.role === null || row.isActive !== true) throw new Problem("NOT_A_MEMBER");
  checkMinter(row, now);
  const { authVersion, lastUsedAt } = row;
  const expiresAt = firstOf(row.expiresAt, row.minterExpiresAt);
  const principal = toPrincipal({ ...row, role: row.role });
  return { principal, authVersion, expiresAt, lastUsedAt };
}

/** A staging token ends with the key that minted it, and with that key's full access. */
function checkMinter(
  row: Pick<KeyRow, "mintedBy" | "minterAccess" | "minterRevokedAt" | "minterExpiresAt">,
  now: Date,
): void {
  if (row.mintedBy === null) return;
  if (row.minterAccess !== "full" || row.minterRevokedAt !== null)
    throw new Problem("API_KEY_REVOKED", "The key that minted this token is no longer good.");
  if (row.minterExpiresAt !== null && row.minterExpiresAt <= now)
    throw new Problem("API_KEY_EXPIRED", "The key that minted this token has expired.");
}

function firstOf(left: Date | null, right: Date | null): Date | null {
  if (left === null || right === null) return left ?? right;
  return left <= right ? left : right;
}

function invalidKey(region: string): Problem {
  return new Problem(
    "API_KEY_INVALID",
    region === "eu"
      ? "The key is unknown in region eu. If it belongs to an organization in the US, send X-SVC-Region: us as well."
      : `The key is unknown in region ${region}. If it belongs to an organization in the EU, leave X-SVC-Region out.`,
  );
}

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
    .select((eb) => [
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
      eb
        .selectFrom("projectRole as r")
        .whereRef("r.organizationId", "=", "k.organizationId")
        .whereRef("r.userId", "=", "k.userId")
        .select(
          sql<Record<string, ProjectRole> | null>`json_object_agg(r.project_id, r.role)`.as(
            "roles",
          ),
        )
        .as("projectRoles"),
    ])
    .executeTakeFirst();
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>> & { role: string };

function toPrincipal(row: KeyRow): KeyPrincipal {
  return {
    kind: "key",
    organization: {
      id: row.organizationId,
      name: row.organizationName,
      slug: row.slug,
      plan: row.plan as Plan,
    },
    user: { id: row.userId, email: row.email, name: row.userName },
    role: row.role as Role,
    projectRoles: new Map(Object.entries(row.projectRoles ?? {})),
    key: {
      id: row.keyId,
      name: row.keyName,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      isStaging: row.mintedBy !== null,
    },
    grants: row.access === "full" ? null : (row.permissions as Grant[]),
  };
}
