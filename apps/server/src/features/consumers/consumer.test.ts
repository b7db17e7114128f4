import { afterAll, describe, expect, it } from "vitest";
import { makeMember } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
} from "../deprecations/deprecation.testing.ts";

afterAll(closeDeprecationScenes);

async function openScene() {
  const scene = await openDeprecationScene();
  const send = (method: "GET" | "POST" | "DELETE", path: string, body?: object, key?: string) =>
    request(scene.testApp, {
      method,
      path: `/api/projects/${scene.projectId}${path}`,
      key: key ?? scene.organization.owner.key,
      ...(body === undefined ? {} : { body }),
    });
  return { ...scene, api: send };
}

describe("the consumers of a project", () => {
  it("are registered once a name, and keep credentials that a change omits", async () => {
    const { api } = await openScene();
    const fields = {
      name: "Partner",
      owner: "Sales",
      contacts: ["a@example.com"],
      claims: ["p-42"],
    };
    const saved = await api("POST", "/consumers", { ...fields, credentials: ["s3cret-key"] });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body).toMatchObject({ ...fields, credentialCount: 1 });
    expect(saved.text).not.toContain("s3cret-key");
    const again = await api("POST", "/consumers", { name: "PARTNER", claims: ["p-43"] });
    expect(again.body).toMatchObject({
      id: saved.body["id"],
      owner: null,
      claims: ["p-43"],
      credentialCount: 1,
    });
    expect((await api("GET", "/consumers")).body).toMatchObject({ totalCount: 1 });
    const taken = await api("POST", "/consumers", { name: "Other", claims: ["p-43"] });
    expect(taken.body).toMatchObject({ status: 409, code: "NAME_TAKEN" });
    expect((await api("DELETE", `/consumers/${String(saved.body["id"])}`)).status).toBe(204);
    expect((await api("GET", "/consumers")).body).toMatchObject({ totalCount: 0 });
  });

  it("come and go as CSV, all or none", async () => {
    const { api, testApp, organization } = await openScene();
    const csv =
      'name,owner,contacts,claims\r\n"A, Inc.",Ann,a@x.example;b@x.example,c1;c2\r\n\'=B,,,\r\n';
    const imported = await api("POST", "/consumers/import", { csv });
    expect(imported.body, imported.text).toEqual({ saved: 2 });
    expect((await api("GET", "/consumers/export")).text).toBe(
      'name,owner,contacts,claims\r\n\'=B,,,\r\n"A, Inc.",Ann,a@x.example;b@x.example,c1;c2\r\n',
    );
    for (const text of [
      'name\n"x',
      "owner\nx",
      "name,claims\nC,c1\nD,c1",
      `name\n${"x".repeat(121)}`,
    ]) {
      const refused = await api("POST", "/consumers/import", { csv: text });
      expect(refused.status, text).toBeGreaterThanOrEqual(400);
    }
    expect((await api("GET", "/consumers")).body).toMatchObject({ totalCount: 2 });
    const viewer = await makeMember(testApp, organization, "viewer");
    expect((await api("POST", "/consumers/import", { csv }, viewer.key)).status).toBe(403);
  });

  it("are named where they still call", async () => {
    const scene = await openScene();
    const { api, specId, clock } = scene;
    const plan = await scene.create();
    await api("POST", "/consumers", { name: "Partner", owner: "Sales", credentials: ["key-1"] });
    const at = clock.now.toISOString();
    const call = { specId, method: "get", path: "/pets/{id}", occurredAt: at };
    const other = { specId, method: "get", path: "/v2/pets/{id}", occurredAt: at };
    const calls = [{ ...call, consumer: "key-1", count: 3 }, call, { ...other, consumer: "x" }];
    const reported = await api("POST", "/usage", { batchId: "b", calls });
    expect(reported.status, reported.text).toBe(200);
    const all = await api("GET", "/callers");
    expect(all.body).toMatchObject({ totalCount: 3 });
    const { body } = await api("GET", `/callers?planId=${String(plan["id"])}`);
    expect(body["items"]).toHaveLength(2);
    expect(body["items"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: "Partner",
          owner: "Sales",
          requests: 3,
          operation: "GET /pets/{}",
        }),
        expect.objectContaining({ name: null, consumer: "anonymous", requests: 1 }),
      ]),
    );
    expect((await api("GET", "/callers/export")).text).toMatch(
      /GET \/pets\/\{\},Partner,Sales,,[^,]+,3,/,
    );
    expect((await api("GET", "/callers?skip=9")).body).toMatchObject({ totalCount: 3, items: [] });
  });
});
