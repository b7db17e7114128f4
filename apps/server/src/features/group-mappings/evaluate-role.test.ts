import { randomUUID } from "node:crypto";
import type { Role } from "@lintel/contract/words/permissions";
import { beforeAll, describe, expect, it } from "vitest";
import { roleEvaluationJob } from "./role-evaluation.job.ts";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  callAsOperator,
  makeMember,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { evaluateRole, type EvaluationCause } from "../../domain/people/evaluate-role.ts";
import { toGroupKey } from "../../domain/people/match-groups.ts";

let testApp: TestApp;
let organization: MadeOrganization;
/** The time of the next evaluation, which a test moves on. */
let now = new Date();
let platform: Platform;

beforeAll(async () => {
  testApp = await useTestApp();
  const real = testApp.cells.eu.platform;
  platform = { ...real, clock: { ...real.clock, now: () => now } };
});

const database = () => platform.database();
const later = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000));

async function makeMappings(...rules: readonly (readonly [string, Role, number])[]) {
  const own = await makeOrganization(testApp);
  const db = await database();
  for (const [groupName, role, priority] of rules) {
    const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
    const key = { organizationId: own.id, id: randomUUID(), groupKey: toGroupKey(groupName) };
    const row = { ...key, groupName, role, priority, ...stamp };
    await db.insertInto("groupMapping").values(row).execute();
  }
  return own;
}

const evaluate = async (
  own: MadeOrganization,
  userId: string,
  groups: readonly string[] | null,
  cause: EvaluationCause = "sso",
) =>
  changeAsSystem(platform, await database(), own.id, ({ trx, emit }) =>
    evaluateRole(platform, trx, { organizationId: own.id, userId, groups, cause, now, emit }),
  );

const roleOf = async (own: MadeOrganization, userId: string) => {
  const { items } = await callAsOperator(testApp, "eu", own.id, "listMembers", { take: 100 });
  return items.find((member) => member.userId === userId)?.role;
};

async function entriesOf(own: MadeOrganization, userId: string) {
  const db = await database();
  const rows = await db
    .selectFrom("auditEntry")
    .selectAll()
    .where("organizationId", "=", own.id)
    .where("event", "like", "user.%")
    .orderBy("sequence")
    .execute();
  return rows.filter((row) => row.target?.id === userId);
}

async function provision(own: MadeOrganization, userId: string, ...names: string[]) {
  const db = await database();
  const { id: membershipId } = await db
    .selectFrom("membership")
    .select("id")
    .where("organizationId", "=", own.id)
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  for (const displayName of names) {
    const place = { organizationId: own.id, id: randomUUID() };
    const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
    const group = { ...place, displayName, externalId: null, ...stamp };
    await db.insertInto("scimGroup").values(group).execute();
    const member = { organizationId: own.id, groupId: place.id, membershipId };
    await db.insertInto("scimGroupMember").values(member).execute();
  }
}

/** Carries out the jobs of deferred evaluations, as at the present of the test's clock. */
async function runDeferred(own: MadeOrganization, ...userIds: string[]) {
  const data = { organizationId: own.id, userIds };
  const { signal } = new AbortController();
  await roleEvaluationJob(platform).handle({ id: randomUUID(), data, signal });
}

describe("the role of a person", () => {
  beforeAll(async () => {
    organization = await makeMappings(
      ["Engineering", "member", 10],
      ["Platform Team", "admin", 20],
      ["Größe", "member", 5],
      ["Readers", "viewer", 30],
    );
  });

  it.each([
    [["engineering"], "member"],
    [["ENGINEERING", "platform team"], "admin"],
    [["PLATFORM TEAM", "readers", "Engineering"], "viewer"],
    [["GRÖSSE", "GRÖßE"], "member"],
    [[" engineering "], "member"],
    [["Engineering Managers"], "viewer"],
    [[], "viewer"],
  ] as const)("in the groups %j is %s", async (groups, role) => {
    const { userId } = await makeMember(testApp, organization, "admin");
    const { outcome } = await evaluate(organization, userId, groups);
    expect([await roleOf(organization, userId), outcome]).toEqual([
      role,
      role === "admin" ? "unchanged" : "changed",
    ]);
  });

  it("is the fallback role of the organization where no group is mapped", async () => {
    const own = await makeMappings(["Engineering", "admin", 1]);
    const db = await database();
    const { userId } = await makeMember(testApp, own, "viewer");
    await db
      .updateTable("organization")
      .set({ fallbackRole: "member" })
      .where("id", "=", own.id)
      .execute();
    expect(await evaluate(own, userId, ["Sales"])).toMatchObject({ role: "member" });
    const [entry] = await entriesOf(own, userId);
    expect(entry?.details).toMatchObject({ fallbackUsed: true, matchedGroup: null });
  });

  it("stays as it was set by hand while the organization has no mapping", async () => {
    const own = await makeMappings();
    const { userId } = await makeMember(testApp, own, "admin");
    expect(await evaluate(own, userId, ["Engineering"])).toMatchObject({
      outcome: "unmapped",
      role: "admin",
    });
    expect(await entriesOf(own, userId)).toEqual([]);
  });

  it("follows the groups of SCIM where an assertion names none", async () => {
    const own = await makeMappings(["Engineering", "member", 1], ["Admins", "admin", 2]);
    const { userId } = await makeMember(testApp, own, "viewer");
    await provision(own, userId, "engineering", "ADMINS");
    expect(await evaluate(own, userId, null, "scim")).toMatchObject({ role: "admin" });
    const [entry] = await entriesOf(own, userId);
    expect(entry).toMatchObject({ event: "user.role_changed_via_scim", result: "success" });
    // The groups of an assertion are complete: those of SCIM do not count as well.
    later(6);
    expect(await evaluate(own, userId, ["Engineering"])).toMatchObject({ role: "member" });
  });

  it("is that of the first group name where priorities are equal", async () => {
    const own = await makeMappings(["Beta", "admin", 1], ["Alpha", "member", 1]);
    const { userId } = await makeMember(testApp, own, "viewer");
    expect(await evaluate(own, userId, ["Beta", "Alpha"])).toMatchObject({ role: "member" });
  });

  it("of someone who is no active member is not evaluated", async () => {
    const own = await makeMappings(["Engineering", "admin", 1]);
    const { userId } = await makeMember(testApp, own, "viewer");
    const db = await database();
    const membership = db.updateTable("membership").where("userId", "=", userId);
    await membership.set({ isActive: false }).execute();
    expect(await evaluate(own, userId, ["Engineering"])).toMatchObject({ outcome: "inactive" });
  });
});

describe("the audit entry of an evaluation", () => {
  it("names the rule, and is written only where the role changed", async () => {
    const own = await makeMappings(["Engineering", "member", 7]);
    const { userId, email } = await makeMember(testApp, own, "viewer");
    await evaluate(own, userId, ["engineering"]);
    later(6);
    expect(await evaluate(own, userId, ["engineering"])).toMatchObject({ outcome: "unchanged" });
    const entries = await entriesOf(own, userId);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      event: "user.role_changed_via_sso",
      target: { type: "user", id: userId },
      names: { target: { name: email } },
      details: {
        role: "member",
        roleBefore: "viewer",
        matchedGroup: "Engineering",
        matchedPriority: 7,
        fallbackUsed: false,
      },
    });
  });
});

describe("evaluations of one person", () => {
  it("are made once in five minutes, and the last groups decide at the end of them", async () => {
    const own = await makeMappings(["A", "member", 1], ["B", "admin", 2]);
    const { userId } = await makeMember(testApp, own, "viewer");
    await evaluate(own, userId, ["A"]);
    later(1);
    expect(await evaluate(own, userId, [])).toMatchObject({ outcome: "deferred", role: "member" });
    later(1);
    expect(await evaluate(own, userId, ["B"])).toMatchObject({ outcome: "deferred" });
    await runDeferred(own, userId);
    expect(await roleOf(own, userId)).toBe("member");
    later(3);
    await runDeferred(own, userId);
    expect(await roleOf(own, userId)).toBe("admin");
    // The deferred one counts as well.
    later(1);
    expect(await evaluate(own, userId, ["A"])).toMatchObject({ outcome: "deferred" });
  });

  it("are not deferred for a changed mapping, which makes a waiting one superfluous", async () => {
    const own = await makeMappings(["A", "member", 1]);
    const { userId } = await makeMember(testApp, own, "viewer");
    await evaluate(own, userId, []);
    expect(await evaluate(own, userId, ["A"])).toMatchObject({ outcome: "deferred" });
    expect(await evaluate(own, userId, null, "mapping")).toMatchObject({ role: "member" });
    later(6);
    const before = (await entriesOf(own, userId)).length;
    await runDeferred(own, userId);
    expect(await entriesOf(own, userId)).toHaveLength(before);
  });

  it("that begin at once are made one after the other", async () => {
    const own = await makeMappings(["A", "member", 1], ["B", "admin", 2]);
    const { userId } = await makeMember(testApp, own, "viewer");
    const made = await Promise.all(["A", "B", "A"].map((name) => evaluate(own, userId, [name])));
    const outcomes = made.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(["changed", "deferred", "deferred"]);
  });
});

describe("an owner", () => {
  it("stays one as long as there is no other", async () => {
    const own = await makeMappings(["Everyone", "viewer", 1]);
    const { userId } = own.owner;
    expect(await evaluate(own, userId, ["Everyone"])).toMatchObject({
      outcome: "lastOwner",
      role: "owner",
    });
    await makeMember(testApp, own, "owner");
    later(6);
    expect(await evaluate(own, userId, ["Everyone"])).toMatchObject({ role: "viewer" });
  });

  it("stays one as long as no other one can sign in", async () => {
    const own = await makeMappings(["Everyone", "viewer", 1]);
    const { userId } = own.owner;
    const domain = `${randomUUID().slice(0, 8)}.example`;
    const place = [testApp, "eu", own.id] as const;
    const { id: domainId } = await callAsOperator(...place, "confirmEmailDomain", { domain });
    const locked = { email: `mem@${domain}`, name: "Mem", role: "owner" } as const;
    await callAsOperator(...place, "addMember", locked);
    const enforced = { domainId, isEnforced: true, confirmLockout: true };
    await callAsOperator(...place, "setSsoEnforcement", enforced);
    expect(await evaluate(own, userId, ["Everyone"])).toMatchObject({ outcome: "lastOwner" });
    expect(await roleOf(own, userId)).toBe("owner");
  });

  it("stays one where all owners are evaluated at once", async () => {
    const own = await makeMappings(["Everyone", "viewer", 1]);
    const others = [
      await makeMember(testApp, own, "owner"),
      await makeMember(testApp, own, "owner"),
    ];
    const all = [own.owner, ...others].map(({ userId }) => userId);
    await Promise.all(all.map((userId) => evaluate(own, userId, ["Everyone"])));
    const roles = await Promise.all(all.map((userId) => roleOf(own, userId)));
    expect(roles.filter((role) => role === "owner")).toHaveLength(1);
  });

  it("who may break the glass keeps the role", async () => {
    const own = await makeMappings(["Everyone", "viewer", 1]);
    const { userId } = await makeMember(testApp, own, "owner");
    const db = await database();
    const row = { organizationId: own.id, userId, createdAt: now };
    await db.insertInto("breakGlassOwner").values(row).execute();
    expect(await evaluate(own, userId, ["Everyone"])).toMatchObject({
      outcome: "breakGlass",
      role: "owner",
    });
  });
});
