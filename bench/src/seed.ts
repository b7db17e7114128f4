import { randomBytes, randomUUID } from "node:crypto";
import { migrations } from "@lintel/server/migrations/migrations.generated";
import {
  digestSecret,
  keyPrefix,
  makeSecret,
} from "@lintel/server/platform/credentials/secret-format";
import { migrate } from "@lintel/server/platform/database/migrate";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

/** One caller: a user of an organization with a key, and an environment of that organization. */
export interface Caller {
  readonly key: string;
  readonly organizationId: string;
  readonly organizationSlug: string;
  readonly projectId: string;
  readonly environmentId: string;
}

/**
 * Fills an empty database with organizations of one project and many users, each with a key with
 * full access. It writes directly to the tables, because the API would take minutes. Callers take
 * turns by organization.
 */
export async function seedCallers(
  location: DatabaseLocation,
  organizations: number,
  usersEach: number,
  environmentsEach = 3,
  role: "member" | "admin" = "member",
): Promise<Caller[]> {
  const database = await openDatabase(location);
  try {
    await migrate(database.db, migrations);
    const groups: Caller[][] = [];
    for (let at = 0; at < organizations; at += 1) {
      groups.push(await seedOrganization(database.db, usersEach, environmentsEach, role));
    }
    return Array.from({ length: usersEach }, (_, at) =>
      groups.flatMap((group) => group.slice(at, at + 1)),
    ).flat();
  } finally {
    await database.close();
  }
}

async function seedOrganization(
  db: Database,
  usersEach: number,
  environmentsEach: number,
  role: string,
): Promise<Caller[]> {
  const now = new Date();
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  const organizationId = randomUUID();
  const projectId = randomUUID();
  const tag = randomBytes(6).toString("hex");
  const organizationSlug = `bench-${tag}`;
  const users = Array.from({ length: usersEach }, (_, at) => ({
    id: randomUUID(),
    keyId: randomUUID(),
    secret: makeSecret(keyPrefix),
    email: `bench-${tag}-${at}@example.com`,
  }));
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("organization")
      .values({ id: organizationId, name: tag, slug: organizationSlug, plan: "pro", ...stamp })
      .execute();
    await trx
      .insertInto("userAccount")
      .values(users.map(({ id, email }) => ({ id, email, name: email, createdAt: now })))
      .execute();
    await trx
      .insertInto("membership")
      .values(
        users.map(({ id }) => ({
          organizationId,
          userId: id,
          role,
          isActive: true,
          ...stamp,
        })),
      )
      .execute();
    await trx
      .insertInto("project")
      .values({
        organizationId,
        id: projectId,
        name: "Bench",
        slug: "bench",
        description: null,
        ...stamp,
      })
      .execute();
    await insertKeys(trx, organizationId, users, stamp);
  });
  const environments = await insertEnvironments(
    db,
    { organizationId, projectId },
    environmentsEach,
    stamp,
  );
  return users.map(({ secret }, at) => ({
    key: secret,
    organizationId,
    organizationSlug,
    projectId,
    environmentId: environments[at % environmentsEach] ?? "",
  }));
}

interface Stamp {
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly rowVersion: number;
}

async function insertKeys(
  db: Database,
  organizationId: string,
  users: readonly { id: string; keyId: string; secret: string }[],
  stamp: Stamp,
): Promise<void> {
  const fixed = { organizationId, name: "bench", prefix: keyPrefix, access: "full" };
  const unset = { permissions: "[]", expiresAt: null, lastUsedAt: null, revokedAt: null };
  await db
    .insertInto("apiKey")
    .values(users.map(({ id, keyId }) => ({ ...fixed, ...unset, ...stamp, id: keyId, userId: id })))
    .execute();
  await db
    .insertInto("credential")
    .values(
      users.map(({ keyId, secret }) => ({
        digest: digestSecret(secret),
        kind: "key",
        organizationId,
        subjectId: keyId,
      })),
    )
    .execute();
}

async function insertEnvironments(
  db: Database,
  place: { organizationId: string; projectId: string },
  count: number,
  stamp: Stamp,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await db
    .insertInto("environment")
    .values(
      ids.map((id, at) => ({
        ...place,
        id,
        position: at + 1,
        name: `Environment ${at + 1}`,
        type: "staging",
        baseUrl: `https://${at + 1}.example.com`,
        isReadOnly: false,
        secretOrigins: "[]",
        oauthTokenUrl: null,
        variables: "[]",
        variableCount: 0,
        ...stamp,
      })),
    )
    .execute();
  return ids;
}
