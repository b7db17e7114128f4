import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeKey } from "../../testing/factories.ts";
import type { ResponseBody } from "../../testing/request.ts";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type Draft,
  type EndpointScene,
} from "./endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

/** A draft with endpoints at `/a`, `/b` and so on, and their ids. */
async function openFilled(names: string): Promise<{ draft: Draft; ids: string[] }> {
  const draft = await openDraft(scene);
  const ids: string[] = [];
  for (const name of names) ids.push(String((await draft.add(`get /${name}`))["id"]));
  return { draft, ids };
}

const bulk = (draft: Draft, action: string, ids: readonly unknown[], more = {}, key?: string) =>
  draft.ofSpec("POST", "/endpoints/bulk", { action, endpointIds: ids.join(","), ...more }, key);

async function makeFolder(draft: Draft, name: string): Promise<string> {
  return String((await draft.send("POST", "/folders", { name })).body["id"]);
}

/** The paths in one folder, in their order. */
async function listFolder(draft: Draft, folderId: string | null): Promise<unknown[]> {
  const { body } = await draft.ofSpec("GET", "/endpoints");
  return listOf(body["items"])
    .filter((each) => (each["folderId"] as unknown) === folderId)
    .map((each) => each["path"]);
}

describe("deleting in bulk", () => {
  it("deletes all, and each can be restored", async () => {
    const { draft, ids } = await openFilled("abc");
    const answer = await bulk(draft, "delete", ids.slice(0, 2), {}, scene.admin.key);
    expect(answer.body).toEqual({ action: "delete", count: 2, endpoints: [] });
    expect(await draft.targets()).toEqual(["get /c"]);
    const restored = await draft.send("POST", `/endpoints/${String(ids[1])}/restore`, {});
    expect(restored.status).toBe(200);
    expect(await draft.targets()).toEqual(["get /b", "get /c"]);
  });

  it("needs specs:delete of the role and of the key", async () => {
    const { draft, ids } = await openFilled("a");
    const refused = await bulk(draft, "delete", ids);
    expect(outcomeOf(refused)).toEqual([403, "ROLE_INSUFFICIENT"]);
    const grant = (permission: "specs:write" | "specs:delete") => ({
      permission,
      projectId: scene.projectId,
    });
    const { testApp, organization, admin } = scene;
    const writes = await makeKey(testApp, organization, admin.userId, [grant("specs:write")]);
    const scoped = await bulk(draft, "delete", ids, {}, writes);
    expect(outcomeOf(scoped)).toEqual([403, "API_KEY_SCOPE_DENIED"]);
    expect(scoped.body["requiredScope"]).toBe("specs:delete");
    expect((await bulk(draft, "move", ids, {}, writes)).status).toBe(200);
    expect(await draft.targets()).toEqual(["get /a"]);
    const both = await makeKey(testApp, organization, admin.userId, [
      grant("specs:write"),
      grant("specs:delete"),
    ]);
    expect((await bulk(draft, "delete", ids, {}, both)).status).toBe(200);
  });

  it("deletes none where one is not there, is another version's, or the version is published", async () => {
    const { draft, ids } = await openFilled("ab");
    const { key } = scene.admin;
    expect((await bulk(draft, "delete", [...ids, randomUUID()], {}, key)).status).toBe(404);
    const copy = await draft.ofSpec("POST", "/versions", { version: "2.0.0" });
    const items = listOf((await draft.ofSpec("GET", "/endpoints")).body["items"]);
    expect(items[0]?.["versionId"]).toBe(copy.body["id"]);
    const mixed = await bulk(draft, "delete", [ids[0], items[0]?.["id"]], {}, key);
    expect(outcomeOf(mixed)).toEqual([400, "VALIDATION_FAILED"]);
    const withFolder = await bulk(draft, "delete", ids, { folderId: randomUUID() }, key);
    expect(outcomeOf(withFolder)).toEqual([400, "VALIDATION_FAILED"]);
    await draft.send("POST", "/publish", {}, key);
    expect(outcomeOf(await bulk(draft, "delete", ids, {}, key))).toEqual([409, "VERSION_LOCKED"]);
    expect(await draft.targets()).toEqual(["get /a", "get /b"]);
  });

  it("writes one entry of the audit log", async () => {
    const { draft, ids } = await openFilled("abc");
    const db = await scene.testApp.cells.eu.platform.database();
    const list = () =>
      db
        .selectFrom("auditEntry")
        .select("event")
        .where("organizationId", "=", scene.organization.id)
        .execute();
    const before = (await list()).length;
    await bulk(draft, "delete", ids, {}, scene.admin.key);
    const after = await list();
    expect(after).toHaveLength(before + 1);
    expect(after.filter(({ event }) => event === "endpoint.deleted").length).toBeGreaterThan(0);
  });
});

describe("moving in bulk", () => {
  it("puts endpoints last in a folder in the order given, and back at the root", async () => {
    const { draft, ids } = await openFilled("abcd");
    const folder = await makeFolder(draft, "F");
    const [a, b, c, d] = ids;
    const first = await bulk(draft, "move", [c], { folderId: folder });
    expect(first.body["endpoints"]).toEqual([
      { id: c, folderId: folder, position: 0, rowVersion: "AAAAAAAAAAI=" },
    ]);
    const more = await bulk(draft, "move", [d, a], { folderId: folder });
    expect(listOf(more.body["endpoints"]).map(({ position }) => position)).toEqual([1, 2]);
    expect(await listFolder(draft, folder)).toEqual(["/c", "/d", "/a"]);
    await bulk(draft, "move", [c]);
    expect(await listFolder(draft, null)).toEqual(["/b", "/c"]);
    expect(await listFolder(draft, folder)).toEqual(["/d", "/a"]);
    const again = await bulk(draft, "move", [c]);
    expect(again.body["endpoints"]?.["0"]).toMatchObject({
      position: 1,
      rowVersion: "AAAAAAAAAAM=",
    });
    expect((await bulk(draft, "move", [b], { folderId: randomUUID() })).status).toBe(404);
  });

  it("refuses a viewer", async () => {
    const { draft, ids } = await openFilled("a");
    expect(outcomeOf(await bulk(draft, "move", ids, {}, scene.viewer.key))).toEqual([
      403,
      "ROLE_INSUFFICIENT",
    ]);
  });
});

describe("reordering", () => {
  it("puts a folder's endpoints in the order given and leaves the others where they are", async () => {
    const { draft, ids } = await openFilled("abcde");
    const folder = await makeFolder(draft, "F");
    const [a, b, c, d, e] = ids;
    await bulk(draft, "move", [b, d, e], { folderId: folder });
    const answer = await bulk(draft, "reorder", [e, b, d]);
    expect(answer.body).toMatchObject({ action: "reorder", count: 3 });
    expect(listOf(answer.body["endpoints"]).map(({ id }) => id)).toEqual([e, b, d]);
    expect(await listFolder(draft, folder)).toEqual(["/e", "/b", "/d"]);
    expect((await draft.targets()).map((each) => each.at(-1))).toEqual(["a", "e", "c", "b", "d"]);
    await bulk(draft, "reorder", [c, a]);
    expect(await listFolder(draft, null)).toEqual(["/c", "/a"]);
  });

  it("refuses a list that is not exactly the folder's endpoints", async () => {
    const { draft, ids } = await openFilled("abc");
    const folder = await makeFolder(draft, "F");
    const [a, b, c] = ids;
    await bulk(draft, "move", [c], { folderId: folder });
    const partial = await bulk(draft, "reorder", [b]);
    expect(outcomeOf(partial)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(partial.body).toMatchObject({ missing: [a], unexpected: [] });
    const twice = await bulk(draft, "reorder", [b, a, b]);
    expect(outcomeOf(twice)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(twice.body).toMatchObject({ missing: [], unexpected: [b] });
    const stranger = randomUUID();
    const wide = await bulk(draft, "reorder", [b, a, c, stranger]);
    expect(wide.body).toMatchObject({ missing: [], unexpected: [c, stranger] });
    expect((await bulk(draft, "reorder", [a, b], { folderId: folder })).body).toMatchObject({
      missing: [c],
      unexpected: [a, b],
    });
    expect((await bulk(draft, "reorder", [stranger])).status).toBe(404);
    expect(await listFolder(draft, null)).toEqual(["/a", "/b"]);
  });

  it("orders the methods of one path in the document", async () => {
    const draft = await openDraft(scene);
    const get = await draft.add("get /a");
    const post = await draft.add("post /a");
    await bulk(draft, "reorder", [post["id"], get["id"]]);
    expect(Object.keys((await draft.document())["paths"]?.["/a"] ?? {})).toEqual(["post", "get"]);
  });
});

describe("moving one endpoint", () => {
  const move = (draft: Draft, id: unknown, folderId?: unknown, key?: string) =>
    draft.ofSpec("PUT", `/endpoints/${String(id)}/folder`, { folderId }, key);

  it("puts it last in the folder or at the root; twice is once", async () => {
    const { draft, ids } = await openFilled("abc");
    const folder = await makeFolder(draft, "F");
    await move(draft, ids[2], folder);
    const moved = await move(draft, ids[0], folder);
    expect(moved.body).toMatchObject({ folderId: folder, position: 1 } satisfies object);
    const again: ResponseBody = (await move(draft, ids[0], folder)).body;
    expect(again).toEqual(moved.body);
    const root = await move(draft, ids[0]);
    expect(root.body).toMatchObject({ folderId: null, position: 1 });
  });

  it("is refused to viewers, in published versions, and into folders of other versions", async () => {
    const { draft, ids } = await openFilled("a");
    const other = await openDraft(scene);
    const foreign = await makeFolder(other, "F");
    expect((await move(draft, ids[0], foreign)).status).toBe(404);
    expect((await move(draft, randomUUID())).status).toBe(404);
    expect(outcomeOf(await move(draft, ids[0], undefined, scene.viewer.key))).toEqual([
      403,
      "ROLE_INSUFFICIENT",
    ]);
    await draft.send("POST", "/publish", {}, scene.admin.key);
    expect(outcomeOf(await move(draft, ids[0]))).toEqual([409, "VERSION_LOCKED"]);
  });
});
