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

async function create(draft: Draft, name: string, fields: object = {}): Promise<ResponseBody> {
  const answer = await draft.send("POST", "/tags", { name, ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const at = ({ id }: ResponseBody) => `/tags/${String(id)}`;
const change = (draft: Draft, tag: ResponseBody, fields: object, key?: string) =>
  draft.send("PATCH", at(tag), { rowVersion: tag["rowVersion"], ...fields }, key);
const list = async (draft: Draft) =>
  listOf((await draft.send("GET", "/tags?take=100")).body["items"]);
const tagsOf = async (draft: Draft): Promise<unknown> => (await draft.document())["tags"];

describe("tags", () => {
  it("are created, listed in their order, changed and exported without their icons", async () => {
    const draft = await openDraft(scene);
    const first = await create(draft, "users", { description: "People", icon: "person" });
    expect(first).toMatchObject({ name: "users", icon: "person", position: 0, summary: null });
    const second = await create(draft, "orders");
    expect(second["position"]).toBe(1);
    const changed = await change(draft, first, { description: null, icon: "people" });
    expect(changed.body).toMatchObject({ description: null, icon: "people" });
    expect(outcomeOf(await change(draft, first, { icon: "x" }))).toEqual([
      409,
      "CONCURRENCY_CONFLICT",
    ]);
    expect(await tagsOf(draft)).toEqual([{ name: "users" }, { name: "orders" }]);
    const order = await draft.send("PUT", "/tags/order", { ids: [second["id"], first["id"]] });
    expect(order.status).toBe(204);
    expect((await list(draft)).map(({ name, position }) => [name, position])).toEqual([
      ["orders", 0],
      ["users", 1],
    ]);
    const partial = await draft.send("PUT", "/tags/order", { ids: [first["id"]] });
    expect(outcomeOf(partial)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(partial.body).toMatchObject({ missing: [second["id"]], unexpected: [] });
    const ids = [second["id"], first["id"], second["id"]];
    const twice = await draft.send("PUT", "/tags/order", { ids });
    expect(outcomeOf(twice)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(twice.body).toMatchObject({ missing: [], unexpected: [second["id"]] });
  });

  it("keep what an imported document has next to them", async () => {
    const tag = { "x-a": 1, name: "t", externalDocs: { url: "https://a.example.com" } };
    const draft = await openDraft(scene, { tags: [tag] });
    const [found] = await list(draft);
    await change(draft, found ?? {}, { description: "New" });
    expect(JSON.stringify(await tagsOf(draft))).toBe(
      JSON.stringify([{ ...tag, description: "New" }]),
    );
  });

  it("have names of their own, without commas", async () => {
    const draft = await openDraft(scene);
    await create(draft, "a");
    const other = await create(draft, "b");
    const taken = [409, "NAME_TAKEN"];
    expect(outcomeOf(await draft.send("POST", "/tags", { name: "a" }))).toEqual(taken);
    expect(outcomeOf(await change(draft, other, { name: "a" }))).toEqual(taken);
    expect((await change(draft, other, { name: "b" })).status).toBe(200);
    for (const name of ["a,b", " a", "", "a\nb"]) {
      const refused = await draft.send("POST", "/tags", { name });
      expect(outcomeOf(refused), name).toEqual([400, "VALIDATION_FAILED"]);
    }
  });

  it("rename the label of the version's endpoints, deleted ones too, each once", async () => {
    const draft = await openDraft(scene);
    const tag = await create(draft, "old");
    const one = await draft.put(await draft.add("get /a"), { tags: "x, old, y" });
    const both = await draft.put(await draft.add("get /b"), { tags: "new,old" });
    const gone = await draft.put(await draft.add("get /c"), { tags: "old" });
    const none = await draft.put(await draft.add("get /d"), { tags: "older" });
    const path = `/endpoints/${String(gone.body["id"])}`;
    await draft.send("DELETE", path, undefined, scene.admin.key);
    expect((await change(draft, tag, { name: "new" })).body["name"]).toBe("new");
    expect((await draft.read(one.body["id"]))["tags"]).toEqual(["x", "new", "y"]);
    expect((await draft.read(both.body["id"]))["tags"]).toEqual(["new"]);
    expect((await draft.send("POST", `${path}/restore`, {})).body["tags"]).toEqual(["new"]);
    expect(await draft.read(none.body["id"])).toMatchObject({
      tags: ["older"],
      rowVersion: none.body["rowVersion"],
    });
  });

  it("leave their label to endpoints when they are deleted", async () => {
    const draft = await openDraft(scene);
    const tag = await create(draft, "kept");
    const endpoint = await draft.put(await draft.add("get /a"), { tags: "kept" });
    expect((await draft.send("DELETE", at(tag), undefined, scene.admin.key)).status).toBe(204);
    expect((await draft.read(endpoint.body["id"]))["tags"]).toEqual(["kept"]);
    expect(await list(draft)).toEqual([]);
    expect((await draft.send("DELETE", at(tag), undefined, scene.admin.key)).status).toBe(404);
  });

  it("have summary, parent and kind in OpenAPI 3.2 alone", async () => {
    const older = await openDraft(scene);
    for (const fields of [{ summary: "S" }, { parent: "p" }, { kind: "nav" }]) {
      const refused = await older.send("POST", "/tags", { name: "t", ...fields });
      expect(outcomeOf(refused)).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    }
    const plain = await create(older, "t", { summary: null });
    expect(outcomeOf(await change(older, plain, { kind: "nav" }))).toEqual([
      400,
      "OPENAPI_VERSION_UNSUPPORTED",
    ]);
    const draft = await openDraft(scene, { openapi: "3.2.0" });
    await create(draft, "top", { kind: "nav" });
    await create(draft, "below", { summary: "S", parent: "top" });
    expect(await tagsOf(draft)).toEqual([
      { name: "top", kind: "nav" },
      { name: "below", summary: "S", parent: "top" },
    ]);
  });

  it("are below existing tags, and never below themselves", async () => {
    const draft = await openDraft(scene, { openapi: "3.2.0" });
    const a = await create(draft, "a");
    const b = await create(draft, "b", { parent: "a" });
    await create(draft, "c", { parent: "b" });
    const invalid = [400, "VALIDATION_FAILED"];
    expect(outcomeOf(await change(draft, a, { parent: "none" }))).toEqual(invalid);
    expect(outcomeOf(await change(draft, a, { parent: "a" }))).toEqual(invalid);
    expect(outcomeOf(await change(draft, a, { parent: "c" }))).toEqual(invalid);
    expect(outcomeOf(await draft.send("POST", "/tags", { name: "d", parent: "d" }))).toEqual(
      invalid,
    );
    const parents = async () => (await list(draft)).map((each) => [each["name"], each["parent"]]);
    const renamed = await change(draft, b, { name: "bb" });
    expect(await parents()).toEqual([
      ["a", null],
      ["bb", "a"],
      ["c", "bb"],
    ]);
    await draft.send("DELETE", at(renamed.body), undefined, scene.admin.key);
    expect(await parents()).toEqual([
      ["a", null],
      ["c", "a"],
    ]);
  });

  it("are written by members, deleted by admins, and locked with their version", async () => {
    const draft = await openDraft(scene);
    const tag = await create(draft, "t");
    const { viewer, member, admin } = scene;
    const attempt = async (key: string) => [
      outcomeOf(await draft.send("POST", "/tags", { name: "x" }, key)),
      outcomeOf(await change(draft, tag, { name: "x" }, key)),
      outcomeOf(await draft.send("PUT", "/tags/order", { ids: [tag["id"]] }, key)),
    ];
    const refused = [403, "ROLE_INSUFFICIENT"];
    expect(await attempt(viewer.key)).toEqual([refused, refused, refused]);
    const deleted = await draft.send("DELETE", at(tag), undefined, member.key);
    expect(outcomeOf(deleted)).toEqual(refused);
    await draft.send("POST", "/publish", {}, admin.key);
    const locked = [409, "VERSION_LOCKED"];
    expect(await attempt(member.key)).toEqual([locked, locked, locked]);
    expect(outcomeOf(await draft.send("DELETE", at(tag), undefined, admin.key))).toEqual(locked);
    const other = await openDraft(scene);
    expect((await change(other, tag, { icon: "x" })).status).toBe(404);
    expect((await draft.send("DELETE", `/tags/${randomUUID()}`, undefined, admin.key)).status).toBe(
      404,
    );
  });
});
