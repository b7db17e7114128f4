import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProjectRole } from "@lintel/contract/words/permissions";
import {
  callAsOperator,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import {
  consent,
  redirectUri,
  registerTestClient,
  type OauthClient,
} from "../../testing/oauth-client.ts";
import {
  makeFinding,
  makeResult,
  recordResult,
} from "../../features/security/testing/scan-results.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { request } from "../../testing/request.ts";
import { makeScimClient } from "../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await useTestApp();
});

interface Scene {
  readonly organization: MadeOrganization;
  readonly leaver: MadeMember;
  /** Only the leaver manages it: it is hidden from the owner. */
  readonly projectId: string;
}

async function openScene(): Promise<Scene> {
  const organization = await makeOrganization(testApp);
  const leaver = await makeMember(testApp, organization, "member");
  const projectId = await makeProject(testApp, organization);
  await setRole(organization, projectId, leaver.userId, "admin");
  await setRole(organization, projectId, organization.owner.userId, "none");
  return { organization, leaver, projectId };
}

const setRole = ({ id }: MadeOrganization, projectId: string, userId: string, role: ProjectRole) =>
  callAsOperator(testApp, "eu", id, "setProjectRole", { projectId, userId, role });

const remove = ({ organization, leaver }: Scene, query = "") =>
  request(testApp, {
    method: "DELETE",
    path: `/api/members/${leaver.userId}${query}`,
    key: organization.owner.key,
  });

/** Ends the membership as an identity provider does. */
async function deprovision({ organization, leaver }: Scene, how: "active" | "DELETE") {
  const scim = await makeScimClient(testApp, { organization });
  const filter = encodeURIComponent(`userName eq "${leaver.email}"`);
  const found = await scim.send("GET", `/Users?filter=${filter}`);
  const path = `/Users/${String(found.body["Resources"]?.["0"]?.["id"])}`;
  if (how === "DELETE") await scim.send("DELETE", path);
  else await scim.patch(path, { op: "replace", path: "active", value: false });
  return { scim, path };
}

const rolesIn = async ({ organization, projectId }: Scene) => {
  const roles = await callAsOperator(testApp, "eu", organization.id, "listProjectRoles", {
    projectId,
  });
  return new Map(roles.items.map(({ userId, role }) => [userId, role]));
};

async function entriesOf({ organization }: Scene, event: string) {
  const db = await testApp.cells.eu.platform.database();
  return db
    .selectFrom("auditEntry")
    .selectAll()
    .where("organizationId", "=", organization.id)
    .where("event", "=", event)
    .orderBy("sequence")
    .execute();
}

const invite = async ({ organization, leaver }: Scene) => {
  const db = await testApp.cells.eu.platform.database();
  const fields = { email: `new-${randomUUID()}@example.com`, role: "viewer" } as const;
  const made = await callAsOperator(testApp, "eu", organization.id, "inviteMember", fields);
  await db
    .updateTable("invitation")
    .set({ invitedBy: leaver.userId })
    .where("id", "=", made.id)
    .execute();
  return async () => {
    const row = db.selectFrom("invitation").select("invitedBy").where("id", "=", made.id);
    return (await row.executeTakeFirstOrThrow()).invitedBy;
  };
};

describe("a member who leaves", () => {
  it("transfers projects and invitations to the member that is named", async () => {
    const scene = await openScene();
    const { organization, leaver, projectId } = scene;
    const inviter = await invite(scene);
    const successor = await makeMember(testApp, organization, "viewer");
    expect((await remove(scene, `?transferTo=${successor.userId}`)).status).toBe(204);
    expect((await rolesIn(scene)).get(successor.userId)).toBe("admin");
    expect(await inviter()).toBe(successor.userId);
    expect(await entriesOf(scene, "member.work_transferred")).toMatchObject([
      {
        actor: { type: "user", id: organization.owner.userId },
        target: { type: "user", id: leaver.userId },
        names: { target: { name: leaver.email } },
        details: {
          toUserId: successor.userId,
          projectIds: [projectId],
          invitations: 1,
          to: successor.email,
        },
      },
    ]);
    const given = (await entriesOf(scene, "member.project_role_changed")).at(-1);
    expect(given).toMatchObject({ target: { id: successor.userId }, details: { role: "admin" } });
    expect(await entriesOf(scene, "member.removed")).toMatchObject([
      { details: { revokedKeys: 1, keys: [{ name: "test key" }] } },
    ]);
  });

  it.each(["call", "SCIM"] as const)("has no finding assigned any more (%s)", async (how) => {
    const scene = await openScene();
    const { organization, leaver, projectId } = scene;
    await setRole(organization, projectId, organization.owner.userId, "owner");
    const db = await testApp.cells.eu.platform.database();
    const findings = [makeFinding({ path: "/theirs" }), makeFinding({ path: "/free" })];
    const place = { organizationId: organization.id, projectId };
    await recordResult(db, place, makeResult({ findings }));
    const base = `/api/projects/${projectId}/security/findings`;
    const call = async (method: "GET" | "PATCH", path: string, body?: object) => {
      const { key } = organization.owner;
      const answer = await request(testApp, { method, path, key, ...(body && { body }) });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const [first] = (await call("GET", base))["items"] as unknown as Record<string, unknown>[];
    const path = `${base}/${String(first?.["id"])}`;
    const { rowVersion } = await call("GET", path);
    await call("PATCH", path, { rowVersion, assignedToUserId: leaver.userId });
    if (how === "SCIM") await deprovision(scene, "DELETE");
    else expect((await remove(scene)).status).toBe(204);
    expect((await call("GET", path))["assignedToUserId"]).toBeNull();
    const history = (await call("GET", `${path}/changes`))["items"] as unknown as object[];
    expect(history).toContainEqual(
      expect.objectContaining({
        kind: "triaged",
        actor: expect.objectContaining({ type: "system" }),
        changes: { assignedToUserId: [leaver.userId, null] },
      }),
    );
  });

  it.each(["active", "DELETE"] as const)(
    "by SCIM (%s) transfers to the owner who is a member for the longest time",
    async (how) => {
      const scene = await openScene();
      const { organization, projectId } = scene;
      const inviter = await invite(scene);
      const second = await makeMember(testApp, organization, "owner");
      await setRole(organization, projectId, second.userId, "none");
      await deprovision(scene, how);
      expect((await rolesIn(scene)).get(organization.owner.userId)).toBe("admin");
      expect(await inviter()).toBe(organization.owner.userId);
      const [entry] = await entriesOf(scene, "member.work_transferred");
      expect(entry).toMatchObject({ actor: { type: "scimToken" }, details: { invitations: 1 } });
      expect(await entriesOf(scene, "scim.user_deprovisioned")).toMatchObject([
        { details: { revokedKeys: 1, keys: [{ name: "test key" }] } },
      ]);
    },
  );

  it("as the last owner transfers to the admin who is a member for the longest time", async () => {
    const organization = await makeOrganization(testApp);
    const admin = await makeMember(testApp, organization, "admin");
    const projectId = await makeProject(testApp, organization);
    await setRole(organization, projectId, admin.userId, "viewer");
    const scene = { organization, leaver: organization.owner, projectId };
    await deprovision(scene, "active");
    expect((await rolesIn(scene)).get(admin.userId)).toBe("admin");
  });

  it("keeps no project from those who manage it anyway, and transfers nothing of it", async () => {
    const organization = await makeOrganization(testApp);
    const leaver = await makeMember(testApp, organization, "admin");
    const scene = { organization, leaver, projectId: await makeProject(testApp, organization) };
    const robot = await callAsOperator(testApp, "eu", organization.id, "createServiceAccount", {
      name: "robot",
      role: "owner",
    });
    await remove(scene);
    expect(await rolesIn(scene)).toEqual(new Map());
    expect(await entriesOf(scene, "member.work_transferred")).toEqual([]);
    expect(robot.role).toBe("owner");
  });

  it.each([
    ["oneself", ({ leaver }: Scene) => leaver.userId],
    ["a stranger", () => randomUUID()],
  ])("is not removed where the named member is %s", async (_, name) => {
    const scene = await openScene();
    const refused = await remove(scene, `?transferTo=${name(scene)}`);
    expect(refused.body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ field: "transferTo", code: "unknownMember" }],
    });
    const still = { method: "GET", path: "/api/me", key: scene.leaver.key } as const;
    expect((await request(testApp, still)).status).toBe(200);
  });

  it("leaves no page locked", async () => {
    const { organization, leaver, projectId } = await openScene();
    const send = (method: "POST", path: string, body: object) =>
      request(testApp, { method, path, key: leaver.key, body });
    const docs = `/api/projects/${projectId}/docs`;
    const doc = await send("POST", docs, { name: "Guide" });
    const made = doc.body as unknown as { id: string; versions: { id: string }[] };
    const version = `${docs}/${made.id}/versions/${made.versions[0]?.id}`;
    const page = await send("POST", `${version}/pages`, { title: "Start" });
    const lock = await send("POST", `${version}/pages/${String(page.body["id"])}/lock`, {});
    expect(lock.status, lock.text).toBe(200);
    await remove({ organization, leaver, projectId });
    const db = await testApp.cells.eu.platform.database();
    const locked = await db
      .selectFrom("docPage")
      .select("lockedBy")
      .where("organizationId", "=", organization.id)
      .where("lockId", "is not", null)
      .execute();
    expect(locked).toEqual([]);
    const [entry] = await entriesOf({ organization, leaver, projectId }, "doc_page.unlocked");
    expect(entry).toMatchObject({ target: { name: "Start" }, details: { isForced: true } });
  });
});

describe("a person whom SCIM deactivates", () => {
  const permission = ["projects:read"];
  const scope = "projects:read";
  let client: OauthClient;

  beforeAll(async () => {
    client = await registerTestClient(testApp, "eu", {
      redirect_uris: [redirectUri],
      grant_types: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
    });
  });

  /** The scene of a person who is also a member elsewhere: the session stays. */
  async function openOauthScene() {
    const scene = await openScene();
    const other = await makeOrganization(testApp);
    const { email } = scene.leaver;
    const fields = { email, name: "Both", role: "member" } as const;
    await callAsOperator(testApp, "eu", other.id, "addMember", fields);
    const browser = createBrowser(testApp);
    await browser.signIn(scene.leaver.userId);
    const authorize = async (slug: string) => {
      const url = client.authorizeUrl({ scope });
      return (await consent(browser, url, { slug }, { permission })).get("code") ?? "";
    };
    const startDevice = async () => {
      const started = await testApp.app.inject({
        method: "POST",
        url: "/oauth/device/authorize",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ client_id: client.clientId, scope }).toString(),
      });
      const device = JSON.parse(started.payload) as { device_code: string; user_code: string };
      const answer = { decision: "allow", organization: scene.organization.slug, permission };
      const allow = () => browser.post("/oauth/device", { userCode: device.user_code, ...answer });
      return { code: device.device_code, allow };
    };
    return { ...scene, other, browser, authorize, startDevice };
  }

  const poll = (code: string) =>
    client.token({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: code,
    });

  it("loses grants, codes and device codes of this organization, for good", async () => {
    const scene = await openOauthScene();
    const tokens = await client.exchange(await scene.authorize(scene.organization.slug));
    const elsewhere = await client.exchange(await scene.authorize(scene.other.slug));
    const code = await scene.authorize(scene.organization.slug);
    const device = await scene.startDevice();
    expect((await device.allow()).status).toBe(200);
    const open = await scene.startDevice();
    const { scim, path } = await deprovision(scene, "active");
    const read = async (token: unknown) => {
      const headers = { authorization: `Bearer ${String(token)}` };
      return (await request(testApp, { method: "GET", path: "/api/projects", headers })).status;
    };
    const check = async () => {
      expect(await read(tokens.body["access_token"])).toBe(401);
      expect((await client.refresh(String(tokens.body["refresh_token"]))).body["error"]).toBe(
        "invalid_grant",
      );
    };
    await check();
    expect((await client.exchange(code)).body["error"]).toBe("invalid_grant");
    expect((await poll(device.code)).body["error"]).toBe("invalid_grant");
    expect((await open.allow()).status).not.toBe(200);
    expect((await poll(open.code)).status).toBe(400);
    await scim.patch(path, { op: "replace", path: "active", value: true });
    await check();
    expect(await read(elsewhere.body["access_token"])).toBe(200);
  });
});
