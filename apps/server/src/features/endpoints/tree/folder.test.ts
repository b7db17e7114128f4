import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { ResponseBody } from "../../../testing/request.ts";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type Draft,
  type EndpointScene,
} from "../endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

async function create(draft: Draft, name: string, parentFolderId?: unknown): Promise<ResponseBody> {
  const answer = await draft.send("POST", "/folders", { name, parentFolderId });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const at = ({ id }: ResponseBody) => `/folders/${String(id)}`;
const list = async (draft: Draft) =>
  listOf((await draft.send("GET", "/folders?take=100")).body["items"]);

/** The tree as lines of names, indented by how deep they are. */
async function drawTree(draft: Draft): Promise<string[]> {
  const folders = await list(draft);
  const parents = new Map(folders.map(({ id, parentFolderId }) => [String(id), parentFolderId]));
  const depthOf = (folder: ResponseBody) => {
    let depth = 0;
    let above: unknown = folder["parentFolderId"];
    for (; above !== null; above = parents.get(String(above))) depth += 1;
    return depth;
  };
  return folders.map(
    (each) => `${"-".repeat(depthOf(each))}${String(each["name"])} ${String(each["position"])}`,
  );
}

const place = (draft: Draft, folder: ResponseBody, fields: object, key?: string) =>
  draft.send("PUT", `${at(folder)}/place`, fields, key);

describe("folders", () => {
  it("are created, listed as a tree with counts, changed and deleted", async () => {
    const draft = await openDraft(scene);
    const made = await draft.send("POST", "/folders", { name: "A", description: "About" });
    expect(made.body).toMatchObject({
      versionId: draft.versionId,
      specId: draft.specId,
      parentFolderId: null,
      name: "A",
      description: "About",
      position: 0,
      rowVersion: "AAAAAAAAAAE=",
    });
    const second = await create(draft, "B");
    await create(draft, "A1", made.body["id"]);
    const filed = await draft.add("get /a");
    const gone = await draft.add("get /b");
    await draft.ofSpec("POST", "/endpoints/bulk", {
      action: "move",
      endpointIds: `${String(filed["id"])},${String(gone["id"])}`,
      folderId: second["id"],
    });
    const path = `/endpoints/${String(gone["id"])}`;
    await draft.send("DELETE", path, undefined, scene.admin.key);
    expect(await drawTree(draft)).toEqual(["A 0", "-A1 0", "B 1"]);
    expect((await list(draft)).map((each) => each["endpointCount"])).toEqual([0, 0, 1]);
    const { rowVersion } = made.body;
    const changed = await draft.send("PATCH", at(made.body), { description: null, rowVersion });
    expect(changed.body).toMatchObject({ name: "A", description: null });
    const stale = await draft.send("PATCH", at(made.body), { name: "X", rowVersion });
    expect(outcomeOf(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect((await draft.send("PATCH", at(made.body), { name: "X" })).status).toBe(400);
  });

  it("go up with the endpoints of a folder that is deleted, deleted ones too", async () => {
    const draft = await openDraft(scene);
    const top = await create(draft, "Top");
    await create(draft, "First", top["id"]);
    const middle = await create(draft, "Middle", top["id"]);
    await create(draft, "Last", top["id"]);
    await create(draft, "M1", middle["id"]);
    await create(draft, "M2", middle["id"]);
    const endpoints = [await draft.add("get /a"), await draft.add("get /b")];
    const endpointIds = endpoints.map(({ id }) => String(id)).join(",");
    const folderId = middle["id"];
    await draft.ofSpec("POST", "/endpoints/bulk", { action: "move", endpointIds, folderId });
    const path = `/endpoints/${String(endpoints[1]?.["id"])}`;
    await draft.send("DELETE", path, undefined, scene.admin.key);
    const removed = await draft.send("DELETE", at(middle), undefined, scene.admin.key);
    expect(removed.status, removed.text).toBe(204);
    expect(await drawTree(draft)).toEqual(["Top 0", "-First 0", "-M1 1", "-M2 2", "-Last 3"]);
    expect((await draft.read(endpoints[0]?.["id"]))["folderId"]).toBe(top["id"]);
    expect((await draft.send("POST", `${path}/restore`, {})).body["folderId"]).toBe(top["id"]);
    await draft.send("DELETE", at(top), undefined, scene.admin.key);
    expect((await draft.read(endpoints[0]?.["id"]))["folderId"]).toBeNull();
    expect(await drawTree(draft)).toEqual(["First 0", "M1 1", "M2 2", "Last 3"]);
  });

  it("move to a place among others, and never below themselves", async () => {
    const draft = await openDraft(scene);
    const [a, b, c] = [
      await create(draft, "A"),
      await create(draft, "B"),
      await create(draft, "C"),
    ];
    const below = await create(draft, "A1", a["id"]);
    const moved = await place(draft, c, { position: 0 });
    expect(moved.body).toMatchObject({ position: 0, parentFolderId: null });
    expect(await drawTree(draft)).toEqual(["C 0", "A 1", "-A1 0", "B 2"]);
    await place(draft, b, { parentFolderId: a["id"], position: 0 });
    expect(await drawTree(draft)).toEqual(["C 0", "A 1", "-B 0", "-A1 1"]);
    await place(draft, c, { parentFolderId: below["id"], position: 99 });
    expect(await drawTree(draft)).toEqual(["A 0", "-B 0", "-A1 1", "--C 0"]);
    for (const parentFolderId of [a["id"], below["id"], c["id"]]) {
      const refused = await place(draft, a, { parentFolderId });
      expect(outcomeOf(refused)).toEqual([400, "VALIDATION_FAILED"]);
      expect(refused.body["errors"]).toMatchObject([{ field: "parentFolderId", code: "cycle" }]);
    }
    expect((await place(draft, a, { parentFolderId: randomUUID() })).status).toBe(404);
    await place(draft, c, {});
    expect(await drawTree(draft)).toEqual(["A 0", "-B 0", "-A1 1", "C 1"]);
  });

  it("never go round, also when two are moved below each other at once", async () => {
    const draft = await openDraft(scene);
    const [a, b] = [await create(draft, "A"), await create(draft, "B")];
    const answers = await Promise.all([
      place(draft, a, { parentFolderId: b["id"] }),
      place(draft, b, { parentFolderId: a["id"] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await list(draft)).toHaveLength(2);
  });

  it("come along into a copy of the version", async () => {
    const draft = await openDraft(scene);
    const top = await create(draft, "Top");
    await create(draft, "Below", top["id"]);
    const made = await draft.ofSpec("POST", "/versions", { version: "2.0.0" });
    const folders = `/versions/${String(made.body["id"])}/folders`;
    const copied = listOf((await draft.ofSpec("GET", folders)).body["items"]);
    expect(copied.map(({ name }) => name)).toEqual(["Top", "Below"]);
    expect(copied[0]?.["id"]).not.toBe(top["id"]);
  });

  it("are written by members, deleted by admins, and locked with their version", async () => {
    const draft = await openDraft(scene);
    const folder = await create(draft, "F");
    const { rowVersion } = folder;
    const refused = [403, "ROLE_INSUFFICIENT"];
    const { viewer, member, admin } = scene;
    const attempt = async (key: string) => [
      outcomeOf(await draft.send("POST", "/folders", { name: "X" }, key)),
      outcomeOf(await draft.send("PATCH", at(folder), { name: "X", rowVersion }, key)),
      outcomeOf(await place(draft, folder, {}, key)),
    ];
    expect(await attempt(viewer.key)).toEqual([refused, refused, refused]);
    const deleted = await draft.send("DELETE", at(folder), undefined, member.key);
    expect(outcomeOf(deleted)).toEqual(refused);
    expect((await draft.send("GET", "/folders", undefined, viewer.key)).status).toBe(200);
    await draft.send("POST", "/publish", {}, admin.key);
    const locked = [409, "VERSION_LOCKED"];
    expect(await attempt(member.key)).toEqual([locked, locked, locked]);
    expect(outcomeOf(await draft.send("DELETE", at(folder), undefined, admin.key))).toEqual(locked);
    const other = await openDraft(scene);
    expect((await place(other, folder, {})).status).toBe(404);
  });
});
