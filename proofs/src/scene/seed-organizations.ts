import { randomBytes, randomUUID } from "node:crypto";
import { migrations } from "@lintel/server/migrations/migrations";
import {
  digestSecret,
  keyPrefix,
  makeSecret,
  secretPrefix,
} from "@lintel/server/platform/credentials/secret-format";
import { migrate } from "@lintel/server/platform/database/migrate";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

/** An organization with a user for each kind of caller, and its own project. */
export interface SeededOrganization {
  /** Part of all seeded names: in a response to another organization, it is a leak. */
  readonly token: string;
  readonly keys: Readonly<Record<Person, string>>;
  readonly ids: Readonly<Record<"project" | "environment" | "suite" | "case" | "key", string>>;
  readonly users: readonly string[];
}

const roles = {
  owner: "owner",
  secondOwner: "owner",
  admin: "admin",
  member: "member",
  viewer: "viewer",
  scopedWide: "admin",
  scopedRead: "owner",
  scopedHere: "admin",
  revoked: "owner",
  expired: "owner",
  gone: "owner",
} as const;

/** The callers, named by role, by the permissions of a scoped key, or by what ended the key. */
export type Person = keyof typeof roles;
const people = Object.keys(roles) as Person[];

const wide = [
  "tests:read",
  "tests:write",
  "tests:execute",
  "projects:read",
  "projects:write",
  "projects:manage",
  "specs:read",
  "specs:write",
  "specs:delete",
  "specs:publish",
];

/** Writes directly to the tables, because the API needs a call for each row. */
export async function seedOrganizations(
  location: DatabaseLocation,
  count: number,
): Promise<SeededOrganization[]> {
  const database = await openDatabase(location);
  try {
    await migrate(database.db, migrations);
    const seeded: SeededOrganization[] = [];
    for (let at = 0; at < count; at += 1) {
      seeded.push(await database.db.transaction().execute((trx) => seedOne(trx, at)));
    }
    return seeded;
  } finally {
    await database.close();
  }
}

async function seedOne(db: Database, at: number): Promise<SeededOrganization> {
  const token = `canary${at}z`;
  const now = new Date();
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  const organizationId = randomUUID();
  const made = people.map((actor) => ({
    actor,
    userId: randomUUID(),
    keyId: randomUUID(),
    secret: makeSecret(keyPrefix),
  }));
  const name = `${token} ${randomBytes(3).toString("hex")}`;
  await db
    .insertInto("organization")
    .values({ id: organizationId, name, slug: `org-${token}`, plan: "pro", ...stamp })
    .execute();
  await db
    .insertInto("userAccount")
    .values(
      made.map(({ actor, userId }) => ({
        id: userId,
        email: `${token}-${actor.toLowerCase()}@example.com`,
        name: `${token} ${actor}`,
        createdAt: now,
      })),
    )
    .execute();
  await db
    .insertInto("membership")
    .values(
      made.map(({ actor, userId }) => ({
        organizationId,
        userId,
        role: roles[actor],
        isActive: actor !== "gone",
        ...stamp,
      })),
    )
    .execute();
  const ids = await seedProject(db, organizationId, token, stamp);
  await seedKeys(db, organizationId, made, ids.project, stamp);
  return {
    token,
    keys: Object.fromEntries(made.map(({ actor, secret }) => [actor, secret])) as Record<
      Person,
      string
    >,
    ids: { ...ids, key: made[0]?.keyId ?? "" },
    users: made.map(({ userId }) => userId),
  };
}

interface Stamp {
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly rowVersion: number;
}

async function seedProject(db: Database, organizationId: string, token: string, stamp: Stamp) {
  const ids = {
    project: randomUUID(),
    environment: randomUUID(),
    suite: randomUUID(),
    case: randomUUID(),
  };
  const place = { organizationId, projectId: ids.project };
  await db
    .insertInto("project")
    .values({
      organizationId,
      id: ids.project,
      name: token,
      slug: token,
      description: token,
      ...stamp,
    })
    .execute();
  await db
    .insertInto("environment")
    .values({
      ...place,
      id: ids.environment,
      position: 1,
      name: token,
      type: "staging",
      baseUrl: "http://127.0.0.1:1",
      isReadOnly: false,
      secretOrigins: "[]",
      oauthTokenUrl: null,
      variables: "[]",
      variableCount: 0,
      ...stamp,
    })
    .execute();
  await db
    .insertInto("testSuite")
    .values({
      ...place,
      id: ids.suite,
      folder: "",
      position: 1,
      name: token,
      description: token,
      tags: "[]",
      variables: "{}",
      defaults: "{}",
      data: "null",
      ...stamp,
    })
    .execute();
  const definition = JSON.stringify({ request: { method: "GET", url: "/ok" } });
  await db
    .insertInto("testCase")
    .values({
      organizationId,
      suiteId: ids.suite,
      id: ids.case,
      phase: "test",
      position: 1,
      name: token,
      definition,
      ...stamp,
    })
    .execute();
  return ids;
}

async function seedKeys(
  db: Database,
  organizationId: string,
  made: readonly { actor: Person; userId: string; keyId: string; secret: string }[],
  projectId: string,
  stamp: Stamp,
): Promise<void> {
  const grants: Readonly<Partial<Record<Person, unknown[]>>> = {
    scopedWide: wide.map((permission) => ({ permission, projectId: null })),
    scopedRead: ["tests:read", "specs:read"].map((permission) => ({ permission, projectId: null })),
    scopedHere: wide.map((permission) => ({ permission, projectId })),
  };
  await db
    .insertInto("apiKey")
    .values(
      made.map(({ actor, userId, keyId, secret }) => ({
        organizationId,
        id: keyId,
        userId,
        name: actor,
        prefix: secretPrefix(secret),
        access: grants[actor] === undefined ? "full" : "scoped",
        permissions: JSON.stringify(grants[actor] ?? []),
        expiresAt: actor === "expired" ? new Date(Date.now() - 60_000) : null,
        lastUsedAt: null,
        revokedAt: actor === "revoked" ? stamp.createdAt : null,
        ...stamp,
      })),
    )
    .execute();
  await db
    .insertInto("credential")
    .values(
      made.map(({ keyId, secret }) => ({
        digest: digestSecret(secret),
        kind: "key",
        organizationId,
        subjectId: keyId,
      })),
    )
    .execute();
}
