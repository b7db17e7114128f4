import { sql } from "kysely";
import type { ProjectRole, Role } from "@lintel/contract/permissions";
import type { Grant } from "@lintel/contract/shapes/account";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open-database.ts";
import { Problem } from "../problem.ts";
import type { KeyPrincipal } from "./principal.ts";
import { digestSecret, isWellFormed, keyPrefix } from "./secret-format.ts";

/** `lastUsedAt` is written at most this often. */
const lastUsedIntervalMs = 60_000;

/**
 * Finds who calls with a key. One joined statement at every call: a change of a role, a permission
 * or a key counts from the next call on, on every node.
 */
export async function resolveKey(
  database: () => Promise<Database>,
  clock: Clock,
  region: string,
  secret: string | undefined,
): Promise<KeyPrincipal> {
  if (secret === undefined || secret === "") throw new Problem("API_KEY_MISSING");
  if (!isWellFormed(secret, keyPrefix)) throw invalidKey(region);
  // Only now: what is no key of ours at all must not cost a region that is still closed.
  const db = await database();
  const row = await findKey(db, digestSecret(secret));
  if (row === undefined) throw invalidKey(region);
  const now = clock.now();
  if (row.revokedAt !== null) throw new Problem("API_KEY_REVOKED");
  if (row.expiresAt !== null && row.expiresAt <= now) throw new Problem("API_KEY_EXPIRED");
  if (row.role === null || row.isActive !== true) throw new Problem("NOT_A_MEMBER");
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= lastUsedIntervalMs) {
    await noteUse(db, row.organizationId, row.keyId, now);
  }
  return toPrincipal({ ...row, role: row.role });
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
      plan: row.plan as "free" | "pro",
    },
    user: { id: row.userId, email: row.email, name: row.userName },
    role: row.role as Role,
    projectRoles: new Map(Object.entries(row.projectRoles ?? {})),
    key: { id: row.keyId, name: row.keyName, expiresAt: row.expiresAt?.toISOString() ?? null },
    grants: row.access === "full" ? null : (row.permissions as Grant[]),
  };
}

// Two nodes may both find it due: the condition lets one of them write.
async function noteUse(db: Database, organizationId: string, keyId: string, now: Date) {
  await db
    .updateTable("apiKey")
    .set({ lastUsedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", keyId)
    .where((eb) =>
      eb.or([
        eb("lastUsedAt", "is", null),
        eb("lastUsedAt", "<=", new Date(now.getTime() - lastUsedIntervalMs)),
      ]),
    )
    .execute();
}
