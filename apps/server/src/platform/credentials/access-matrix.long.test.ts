import { randomUUID } from "node:crypto";
import { sql, type Insertable } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { allOperations } from "@lintel/contract/catalog";
import { isStream, type AnyOperation } from "@lintel/contract/operation";
import type { Permission, ProjectRole, Role } from "@lintel/contract/words/permissions";
import { wireFields } from "@lintel/contract/wire";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type TestResponse } from "../../testing/request.ts";
import { makeScimToken } from "../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import type { OauthArtifactRow, OauthGrantRow } from "./oauth.tables.ts";
import {
  digestSecret,
  keyPrefix,
  makeSecret,
  oauthPrefix,
  sessionPrefix,
} from "./secret-format.ts";

// What a role may do, written down apart from the table that the server reads.
const ofViewer: Permission[] = [
  "org:read",
  "projects:read",
  "specs:read",
  "docs:read",
  "tests:read",
  "security:read",
];
const ofMember: Permission[] = [
  ...ofViewer,
  "specs:write",
  "docs:write",
  "tests:write",
  "tests:execute",
  "security:execute",
  "projects:write",
  "usage:write",
];
const ofAdmin: Permission[] = [
  ...ofMember,
  "specs:delete",
  "specs:publish",
  "docs:publish",
  "projects:manage",
  "org:manage-governance",
  "org:manage-members",
  "org:manage-security",
];
const table: Record<ProjectRole, readonly Permission[]> = {
  none: [],
  viewer: ofViewer,
  member: ofMember,
  admin: ofAdmin,
  owner: ofAdmin,
};

const roles: readonly Role[] = ["viewer", "member", "admin", "owner"];
/** null: the role in the organization counts. */
const overrides: readonly (ProjectRole | null)[] = [null, "none", ...roles];
/** What a key may do, as far as one permission goes. `here` is the project that is called. */
const keyAccesses = ["full", "everywhere", "here", "elsewhere", "without"] as const;
/** The same for what a person granted to an OAuth client. */
const clientAccesses = ["client", "clientHere", "clientWithout"] as const;
/** The person's session, and a key with full access of a service account with the same roles. */
const wholeAccesses = ["session", "service"] as const;
const accesses = [...keyAccesses, ...clientAccesses, ...wholeAccesses] as const;
type KeyAccess = (typeof keyAccesses)[number];
type Access = (typeof accesses)[number];

/** One credential allows all that the role allows. */
const isWhole = (access: Access) => ["full", ...wholeAccesses].includes(access);

interface Caller {
  readonly role: Role;
  readonly override: ProjectRole | null;
  readonly access: Access;
}

/** `null`: let through, whatever the operation makes of a call that names nothing that is there. */
type Refusal = readonly [status: 403 | 404, code: string] | null;

/** Nobody can let a client manage members and sign-in. */
const isDelegable = (name: string) =>
  !name.startsWith("org:") || ["org:read", "org:manage-governance"].includes(name);

function expectRefusal(operation: AnyOperation, { role, override, access }: Caller): Refusal {
  const { permission, context } = operation;
  const isNamed = placeOfProject(operation) === "query" && !isStream(operation.output);
  const isHidden = override === "none" || access === "elsewhere";
  const admitted = isNamed && isHidden ? ([404, "NOT_FOUND"] as const) : null;
  if (permission === null) return admitted;
  const roleInsufficient = [403, "ROLE_INSUFFICIENT"] as const;
  const holds = (given: ProjectRole) => (table[given] as readonly string[]).includes(permission);
  if (access.startsWith("client")) {
    // A client changes no keys and no grants.
    if (permission === "org:read" && operation.effect !== "read")
      return [403, "ORG_OPERATION_DENIED"];
    const isLimited = context === "organization" && access === "clientHere";
    if (access === "clientWithout" || isLimited || !isDelegable(permission))
      return [403, "API_KEY_SCOPE_DENIED"];
    if (context === "organization") return holds(role) ? admitted : roleInsufficient;
  }
  if (context === "organization") {
    if (!isWhole(access)) return [403, "ORG_OPERATION_DENIED"];
    return holds(role) ? admitted : roleInsufficient;
  }
  if (access === "without") return [403, "API_KEY_SCOPE_DENIED"];
  if (!holds(role) && !holds(override ?? role)) return roleInsufficient;
  if (override === "none" || access === "elsewhere") return [404, "NOT_FOUND"];
  return holds(override ?? role) ? null : roleInsufficient;
}

/** Where an operation of the organization takes the project that it is limited to. */
const placeOfProject = (operation: AnyOperation) =>
  wireFields(operation).find(({ name }) => name === "projectId")?.place;

/** What an operation needs besides its permission: a link opens what its maker must be able to read. */
const alsoNeeded: Readonly<Record<string, string>> = {
  createReportLink: "security:read",
  createShareLink: "specs:read",
};

const called = allOperations.filter((operation) => operation.rest !== undefined);
const permissions = [...new Set(called.map((operation) => operation.permission))].filter(
  (permission) => permission !== null && permission !== "operator",
);
const hiddenProject = "The project was not found, or you may not see it.";
const hiddenResource = "The resource was not found, or you may not see it.";

let testApp: TestApp;
let organization: MadeOrganization;
let here: string;
let elsewhere: string;
let runId: string;
/** By role, override, access and permission. */
const keys = new Map<string, string>();
let seen = 0;

const nameKey = (caller: Caller, permission: string | null) =>
  [caller.role, caller.override, caller.access, isWhole(caller.access) || permission].join(" ");

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  here = await makeProject(testApp, organization);
  elsewhere = await makeProject(testApp, organization);
  runId = await insertRun("finished");
  // It keeps the project from being deleted by those who may.
  await insertRun("running");
  for (const role of roles) {
    for (const override of overrides) {
      const { userId } = await makeMember(testApp, organization, role);
      const robot = await callAsOperator(testApp, "eu", organization.id, "createServiceAccount", {
        name: `${role} ${override}`,
        role,
      });
      for (const holder of override === null ? [] : [userId, robot.id]) {
        const fields = { userId: holder, projectId: here, role: override ?? role };
        await callAsOperator(testApp, "eu", organization.id, "setProjectRole", fields);
      }
      await insertKeys(userId, role, override);
      keys.set(nameKey({ role, override, access: "session" }, null), await insertSession(userId));
      const key = await makeKey(testApp, organization, robot.id);
      keys.set(nameKey({ role, override, access: "service" }, null), key);
    }
  }
});

async function insertRun(status: "finished" | "running"): Promise<string> {
  const id = randomUUID();
  const outcome = status === "finished" ? "passed" : null;
  const db = await testApp.cells.eu.platform.database();
  await sql`insert into test_run (organization_id, project_id, id, suite_id, suite_name, suite_path,
      created_by, status, outcome, all_passed, iterations, total_cases, request_digest, created_at,
      started_at, completed_at, elapsed_ms, lease_expires_at)
    values (${organization.id}, ${here}, ${id}, ${randomUUID()}, 'Suite', 'Suite', 'someone',
      ${status}, ${outcome}, true, 1, 0, '', now(), now(), now(), 0, now() + interval '1 day')
    `.execute(db);
  return id;
}

/** A session of which the access token lives longer than the test. */
async function insertSession(userId: string): Promise<string> {
  const secret = makeSecret(sessionPrefix);
  const db = await testApp.cells.eu.platform.database();
  const id = randomUUID();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 86_400_000);
  // A busy machine takes longer than a sign-in is recent.
  const times = { createdAt: now, authenticatedAt: expiresAt, lastUsedAt: now, expiresAt };
  const given = { method: "password", connectionId: null, device: "matrix", address: "::1" };
  await db
    .insertInto("session")
    .values({ id, userId, ...given, ...times })
    .execute();
  const digest = digestSecret(secret);
  await db
    .insertInto("sessionToken")
    .values({ digest, sessionId: id, kind: "access", expiresAt })
    .execute();
  return secret;
}

interface NewKey {
  readonly userId: string;
  readonly secret: string;
  readonly access: "full" | "scoped";
  readonly grants: readonly { permission: string; projectId: string | null }[];
}

/** One key of each kind for each permission: straight into the tables, or it takes a minute. */
async function insertKeys(userId: string, role: Role, override: ProjectRole | null): Promise<void> {
  const made: NewKey[] = [];
  for (const access of keyAccesses) {
    for (const permission of access === "full" ? ["*"] : permissions) {
      const secret = makeSecret(keyPrefix);
      keys.set(nameKey({ role, override, access }, permission), secret);
      const grants = access === "full" ? [] : grantsFor(access, permission);
      made.push({ userId, secret, access: access === "full" ? "full" : "scoped", grants });
    }
  }
  await insertRows(made);
  await insertGrants(userId, role, override);
}

/** One grant and access token of each kind for each permission. */
async function insertGrants(
  userId: string,
  role: Role,
  override: ProjectRole | null,
): Promise<void> {
  const db = await testApp.cells.eu.platform.database();
  const now = new Date();
  const grants: Insertable<OauthGrantRow>[] = [];
  const tokens: Insertable<OauthArtifactRow>[] = [];
  for (const access of clientAccesses) {
    for (const permission of permissions) {
      const secret = makeSecret(oauthPrefix);
      keys.set(nameKey({ role, override, access }, permission), secret);
      const others = ofAdmin.filter((name) => name !== permission);
      const named = access === "clientWithout" ? others : [permission];
      const held = named.filter(isDelegable);
      if (held.length === 0) held.push("projects:manage");
      const id = randomUUID();
      grants.push({
        organizationId: organization.id,
        id,
        userId,
        clientId: "matrix",
        clientName: "matrix",
        redirectHost: null,
        permissions: JSON.stringify(held),
        projectId: access === "clientHere" ? here : null,
        lastUsedAt: now,
        createdAt: now,
        modifiedAt: now,
        rowVersion: 1,
      });
      tokens.push({
        digest: digestSecret(secret),
        kind: "AccessToken",
        grantId: id,
        userCodeDigest: null,
        payload: JSON.stringify({ aud: "http://localhost", scope: held.join(" ") }),
        expiresAt: new Date(now.getTime() + 3_600_000),
      });
    }
  }
  await db.insertInto("oauthGrant").values(grants).execute();
  await db.insertInto("oauthArtifact").values(tokens).execute();
}

function grantsFor(access: KeyAccess, permission: string): NewKey["grants"] {
  const limits = { full: null, everywhere: null, here, elsewhere, without: null };
  // Everything but the permission: what is missing is that one and nothing else.
  const names = access === "without" ? ofAdmin.filter((name) => name !== permission) : [permission];
  // No scoped key can be given these; what it holds instead must not open the organization either.
  const isGrantable = (name: string) =>
    !name.startsWith("org:") || name === "org:manage-governance";
  const held = names.filter(isGrantable);
  return (held.length === 0 ? ["projects:manage"] : held).map((name) => ({
    permission: name,
    projectId: limits[access],
  }));
}

async function insertRows(made: readonly NewKey[]): Promise<void> {
  const db = await testApp.cells.eu.platform.database();
  const now = new Date();
  const ids = made.map(() => randomUUID());
  const apiKeys = made.map(({ userId, access, grants }, at) => ({
    organizationId: organization.id,
    id: ids[at] ?? "",
    userId,
    name: "matrix",
    prefix: keyPrefix,
    access,
    permissions: JSON.stringify(grants),
    expiresAt: null,
    lastUsedAt: now,
    revokedAt: null,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1,
  }));
  const credentials = made.map(({ secret }, at) => ({
    digest: digestSecret(secret),
    kind: "key",
    organizationId: organization.id,
    subjectId: ids[at] ?? "",
  }));
  await db.insertInto("apiKey").values(apiKeys).execute();
  await db.insertInto("credential").values(credentials).execute();
}

/** Calls an operation in the project with ids of nothing and an empty body. */
function call(
  operation: AnyOperation,
  key: string | undefined,
  access: Access = "full",
): Promise<TestResponse> {
  const { method, path } = operation.rest ?? { method: "GET", path: "" };
  const isFound = operation.rest?.project === "found";
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "projectId") return here;
    return isFound ? runId : randomUUID();
  });
  const place = placeOfProject(operation);
  // A stream that begins does not end; a type that does not exist refuses it after all checks of the caller.
  const query = isStream(operation.output)
    ? "?types=none"
    : place === "query"
      ? `?projectId=${here}`
      : "";
  const isSent = wireFields(operation).some((field) => field.place === "body");
  return request(testApp, {
    method,
    path: address + query,
    ...(key === undefined ? {} : access === "session" ? ofSession(key) : { key }),
    ...(isSent ? { body: place === "body" ? { projectId: here } : {} } : {}),
  });
}

/** A session names the organization of each call. */
const ofSession = (session: string) => ({
  session,
  headers: { "x-svc-organization": organization.id },
});

/** Whether the call was let through, and the operation then refused every key. */
const needsSession = ({ problems }: AnyOperation, { status, body }: TestResponse) =>
  status === 401 &&
  body["code"] === ("SIGN_IN_REQUIRED" as unknown) &&
  problems.includes("SIGN_IN_REQUIRED");

/** Operations that an admin has the permission for, and that still need an owner. */
const ownerOnly: ReadonlySet<string> = new Set(["addBreakGlassOwner", "removeBreakGlassOwner"]);

const outcomeOf = (answer: TestResponse) => [answer.status, answer.body["code"]];

describe("a call with a key that is good", () => {
  it.each(called)(
    "of $name is let through or refused as role, key and project say",
    async (operation) => {
      const hidden = operation.rest?.project === "found" ? hiddenResource : hiddenProject;
      for (const role of roles) {
        for (const override of overrides) {
          for (const access of accesses) {
            const caller = { role, override, access };
            const permission = operation.permission ?? permissions[0] ?? null;
            const answer = await call(operation, keys.get(nameKey(caller, permission)), access);
            const label = `${operation.name} by ${JSON.stringify(caller)}: ${answer.text.slice(0, 200)}`;
            const refusal = expectRefusal(operation, caller);
            if (refusal === null && needsSession(operation, answer)) {
              // Only a person who signed in with a browser may do it.
            } else if (refusal === null && role !== "owner" && ownerOnly.has(operation.name)) {
              expect(outcomeOf(answer), label).toEqual([403, "ROLE_INSUFFICIENT"]);
            } else if (refusal === null && alsoNeeded[operation.name] && !isWhole(access)) {
              expect(outcomeOf(answer), label).toEqual([403, "API_KEY_SCOPE_DENIED"]);
              expect(answer.body["requiredScope"], label).toBe(alsoNeeded[operation.name]);
            } else if (refusal === null) {
              expect([401, 403, 429, 500, 503], label).not.toContain(answer.status);
              if (answer.status === 404) expect(answer.body["detail"], label).not.toBe(hidden);
            } else {
              expect(outcomeOf(answer), label).toEqual(refusal);
              if (refusal[0] === 404) expect(answer.body["detail"], label).toBe(hidden);
              const scope =
                refusal[1] === "API_KEY_SCOPE_DENIED" ? operation.permission : undefined;
              expect(answer.body["requiredScope"], label).toBe(scope);
            }
            seen += 1;
          }
        }
      }
    },
    240_000,
  );
});

describe("a call with a key that is not", () => {
  let bad: readonly (readonly [string, string | undefined, readonly [number, string]])[];

  beforeAll(async () => {
    const good = () => makeKey(testApp, organization, organization.owner.userId);
    const db = await testApp.cells.eu.platform.database();
    const setAt = async (key: string, column: "expiresAt" | "revokedAt", at: Date) => {
      const credential = db.selectFrom("credential").where("digest", "=", digestSecret(key));
      await db
        .updateTable("apiKey")
        .set({ [column]: at })
        .where("id", "=", credential.select("subjectId"))
        .execute();
      return key;
    };
    const removed = await makeMember(testApp, organization, "owner");
    const { userId } = removed;
    await callAsOperator(testApp, "eu", organization.id, "removeMember", { userId });
    const inactive = await makeMember(testApp, organization, "owner");
    await db
      .updateTable("membership")
      .set({ isActive: false })
      .where("userId", "=", inactive.userId)
      .execute();
    const makeInactiveRobot = async () => {
      const fields = { name: "inactive", role: "owner" } as const;
      const robot = await callAsOperator(
        testApp,
        "eu",
        organization.id,
        "createServiceAccount",
        fields,
      );
      const key = await makeKey(testApp, organization, robot.id);
      await request(testApp, {
        method: "PATCH",
        path: `/api/service-accounts/${robot.id}`,
        key: organization.owner.key,
        body: { isActive: false, rowVersion: robot.rowVersion },
      });
      return key;
    };
    const makeStagingToken = async () => {
      const wanted = { method: "POST", path: "/api/staging-tokens" } as const;
      const { key } = organization.owner;
      const made = await request(testApp, { ...wanted, key, body: { name: "matrix" } });
      return String(made.body["token"]);
    };
    await callAsOperator(testApp, "eu", organization.id, "updateScimSettings", { isEnabled: true });
    const fresh = await good();
    const lastLetter = fresh.endsWith("A") ? "B" : "A";
    const inTheStates = await makeOrganization(testApp, { region: "us" });
    bad = [
      ["no key", undefined, [401, "API_KEY_MISSING"]],
      ["an empty key", "", [401, "API_KEY_MISSING"]],
      ["a malformed key", "nonsense", [401, "API_KEY_INVALID"]],
      ["a wrong checksum", fresh.slice(0, -1) + lastLetter, [401, "API_KEY_INVALID"]],
      ["an unknown key", makeSecret(keyPrefix), [401, "API_KEY_INVALID"]],
      ["another region's key", inTheStates.owner.key, [401, "API_KEY_INVALID"]],
      [
        "an expired key",
        await setAt(await good(), "expiresAt", new Date()),
        [401, "API_KEY_EXPIRED"],
      ],
      [
        "a revoked key",
        await setAt(await good(), "revokedAt", new Date()),
        [401, "API_KEY_REVOKED"],
      ],
      ["a removed member's key", removed.key, [401, "API_KEY_REVOKED"]],
      ["an inactive member's key", inactive.key, [403, "NOT_A_MEMBER"]],
      ["an inactive service account's key", await makeInactiveRobot(), [403, "NOT_A_MEMBER"]],
      ["a SCIM token", await makeScimToken(testApp, organization), [401, "API_KEY_INVALID"]],
      ["a staging token", await makeStagingToken(), [401, "API_KEY_INVALID"]],
    ];
  });

  it.each(called)("of $name is refused before anything else", async (operation) => {
    for (const [kind, key, refusal] of bad) {
      const answer = await call(operation, key);
      expect(outcomeOf(answer), `${operation.name} with ${kind}`).toEqual(refusal);
      const challenge = answer.headers["www-authenticate"];
      if (refusal[0] !== 401) expect(challenge).toBeUndefined();
      else expect(challenge).toMatch(/^ApiKey realm="lintel", header="X-API-Key", Bearer /);
      seen += 1;
    }
  });
});

describe("the matrix", () => {
  it("has been called as a whole", () => {
    // Five kinds of key, three of grants, a session and a service account; four roles, six states in
    // the project, 13 bad keys; for every operation.
    expect(seen).toBe(called.length * (10 * 4 * 6 + 13));
    expect(seen).toBeGreaterThan(1000);
  });
});
