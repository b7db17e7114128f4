import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { make, openDocsScene, readPage, readPaths, type DocsScene } from "./docs.testing.ts";

let scene: DocsScene;

beforeEach(async () => {
  scene = await openDocsScene();
});

async function readTree(headers?: Record<string, string>) {
  return scene.inVersion("GET", "/tree", undefined, headers === undefined ? {} : { headers });
}

describe("the page tree", () => {
  it("nests folders and returns for each item the fields of its type", async () => {
    const section = await make(scene, "folders", { name: "API", isSection: true, icon: "bolt" });
    const inner = await make(scene, "folders", { name: "Deep", parentFolderPublicId: section.id });
    await make(scene, "pages", { title: "Leaf", parentFolderPublicId: inner.id, content: "x" });
    await make(scene, "pages", { title: "About" });
    const { body } = await readTree();
    expect(body["items"]).toMatchObject([
      {
        id: section.id,
        type: "folder",
        position: 0,
        page: null,
        specSnapshot: null,
        folder: {
          id: section.id,
          name: "API",
          isSection: true,
          icon: "bolt",
          children: [
            { type: "folder", folder: { name: "Deep", children: [{ page: { isEmpty: false } }] } },
          ],
        },
      },
      { type: "page", position: 1, folder: null, page: { title: "About", isEmpty: true } },
    ]);
    expect(body["treeVersion"]).toBeUndefined();
  });

  it("is not sent again to a client that has it, until something in it changes", async () => {
    const { id } = await make(scene, "pages", { title: "One" });
    const etag = String((await readTree()).headers["etag"]);
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await readTree({ "if-none-match": `W/${etag}` });
    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", etag]);
    expect((await readTree({ "if-none-match": '"other"' })).status).toBe(200);
    const page = await readPage(scene, id);
    const change = { title: "One", content: "now", rowVersion: page["rowVersion"] };
    await scene.inVersion("PUT", `/pages/${id}`, change);
    const changed = await readTree({ "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers["etag"]).not.toBe(etag);
  });

  it("checks credentials and project before it answers that nothing changed", async () => {
    const etag = String((await readTree()).headers["etag"]);
    const headers = { "if-none-match": etag };
    const stranger = await openDocsScene();
    const refused = await scene.inVersion("GET", "/tree", undefined, {
      key: stranger.keys.owner,
      headers,
    });
    expect(refused.status).toBe(404);
  });

  it("is ordered by a list of exactly the existing items", async () => {
    const ids: string[] = [];
    for (const title of ["a", "b", "c"]) ids.push((await make(scene, "pages", { title })).id);
    const order = (itemPublicIds: string[], headers?: Record<string, string>) =>
      scene.inVersion(
        "PUT",
        "/tree/reorder",
        { parentFolderPublicId: null, itemPublicIds },
        headers === undefined ? {} : { headers },
      );
    const [a = "", b = "", c = ""] = ids;
    expect((await order([c, a, b])).status).toBe(204);
    expect(await readPaths(scene)).toEqual(["c", "a", "b"]);
    const stranger = randomUUID();
    const refused = await order([a, b, stranger]);
    expect(refused.body).toMatchObject({
      code: "TREE_ITEMS_MISMATCH",
      missing: [c],
      unexpected: [stranger],
    });
    const twice = await order([b, a, b]);
    expect(twice.status).toBe(400);
    expect(twice.body).toMatchObject({
      code: "TREE_ITEMS_MISMATCH",
      missing: [c],
      unexpected: [b],
    });
    expect((await order([b, a, c, b])).body).toMatchObject({ missing: [], unexpected: [b] });
    const etag = String((await readTree()).headers["etag"]);
    expect((await order([a, b, c], { "if-match": '"old"' })).status).toBe(412);
    expect((await order([a, b, c], { "if-match": `W/${etag}` })).status).toBe(204);
    expect(await readPaths(scene)).toEqual(["a", "b", "c"]);
  });

  it("moves items between folders, never a folder into itself", async () => {
    const outer = await make(scene, "folders", { name: "Outer" });
    const inner = await make(scene, "folders", { name: "Inner", parentFolderPublicId: outer.id });
    const page = await make(scene, "pages", { title: "Leaf" });
    const move = (itemPublicId: string, parentFolderPublicId: string | null, more: object = {}) =>
      scene.inVersion("POST", "/tree/move", { itemPublicId, parentFolderPublicId, ...more });
    expect((await move(page.id, inner.id)).status).toBe(204);
    expect(await readPaths(scene)).toEqual(["outer/", "outer/inner/", "outer/inner/leaf"]);
    expect((await move(outer.id, inner.id)).body["code"]).toBe("TREE_CYCLE");
    expect((await move(outer.id, outer.id)).body["code"]).toBe("TREE_CYCLE");
    expect((await move(page.id, page.id)).status).toBe(404);
    expect((await move(page.id, randomUUID())).status).toBe(404);
    expect((await move(inner.id, null, { position: 0 })).status).toBe(204);
    expect(await readPaths(scene)).toEqual(["inner/", "inner/leaf", "outer/"]);
    await make(scene, "pages", { title: "Leaf" });
    expect((await move(page.id, null)).body["code"]).toBe("SLUG_TAKEN");
  });

  it("has sections only at the root", async () => {
    const folder = await make(scene, "folders", { name: "Outer" });
    const below = { name: "X", isSection: true, parentFolderPublicId: folder.id };
    const refused = await scene.inVersion("POST", "/folders", below);
    expect([refused.status, refused.body["code"]]).toEqual([400, "SECTION_MUST_BE_ROOT"]);
    const section = await make(scene, "folders", { name: "Top", isSection: true });
    const moved = await scene.inVersion("POST", "/tree/move", {
      itemPublicId: section.id,
      parentFolderPublicId: folder.id,
    });
    expect(moved.body["code"]).toBe("SECTION_MUST_BE_ROOT");
    const page = await make(scene, "pages", { title: "P" });
    const inPage = { title: "Q", parentFolderPublicId: page.id };
    expect((await scene.inVersion("POST", "/pages", inPage)).status).toBe(404);
  });

  it("changes a folder, and deletes one with its content only with recursive", async () => {
    const folder = await make(scene, "folders", { name: "Old" });
    await make(scene, "pages", { title: "In", parentFolderPublicId: folder.id });
    const path = `/folders/${folder.id}`;
    const before = (await scene.inVersion("GET", path)).body;
    const change = { name: "New", slug: "new", rowVersion: before["rowVersion"] };
    const after = await scene.inVersion("PATCH", path, change);
    expect(after.body).toMatchObject({ name: "New", slug: "new" });
    expect((await scene.inVersion("PATCH", path, change)).body["code"]).toBe(
      "CONCURRENCY_CONFLICT",
    );
    expect((await scene.inVersion("DELETE", path)).body["code"]).toBe("IN_USE");
    expect((await scene.inVersion("DELETE", `${path}?recursive=true`)).status).toBe(204);
    expect(await readPaths(scene)).toEqual([]);
  });

  it("has no two equal slugs in a folder, even if many are made at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => scene.inVersion("POST", "/pages", { title: "Twin" })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    const slugs = new Set(answers.map(({ body }) => String(body["slug"])));
    expect(slugs.size).toBe(8);
  });
});
