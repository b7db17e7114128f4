import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { make, openDocsScene, readPage, type DocsScene } from "./docs.testing.ts";

let scene: DocsScene;

beforeEach(async () => {
  scene = await openDocsScene();
});

const add = (fromPath: string, itemPublicId: string, key = scene.keys.member) =>
  scene.inVersion("POST", "/redirects", { fromPath, itemPublicId }, { key });

const remove = (fromPath: string) =>
  scene.inVersion("DELETE", `/redirects?fromPath=${encodeURIComponent(fromPath)}`);

/** Every redirect as `from → to`. */
async function list(): Promise<string[]> {
  const { body } = await scene.inVersion("GET", "/redirects", undefined, {
    key: scene.keys.viewer,
  });
  const items = body["items"] as unknown as { fromPath: string; toPath: string }[];
  return items.map(({ fromPath, toPath }) => `${fromPath} → ${toPath}`);
}

describe("a redirect", () => {
  it("is made by every change of an address, and follows later changes", async () => {
    const guide = await make(scene, "folders", { name: "Guide" });
    const page = await make(scene, "pages", { title: "Start", parentFolderPublicId: guide.id });
    expect(await list()).toEqual([]);
    const { rowVersion } = await readPage(scene, page.id);
    const changed = await scene.inVersion("PUT", `/pages/${page.id}`, {
      title: "Start",
      content: "",
      slug: "begin",
      rowVersion,
    });
    expect(changed.status).toBe(200);
    expect(await list()).toEqual(["guide/start → guide/begin"]);
    const folder = (await scene.inVersion("GET", `/folders/${guide.id}`)).body;
    const renamed = await scene.inVersion("PATCH", `/folders/${guide.id}`, {
      slug: "handbook",
      rowVersion: folder["rowVersion"],
    });
    expect(renamed.status).toBe(200);
    expect(await list()).toEqual([
      "guide → handbook",
      "guide/begin → handbook/begin",
      "guide/start → handbook/begin",
    ]);
    const move = { itemPublicId: page.id, parentFolderPublicId: null };
    expect((await scene.inVersion("POST", "/tree/move", move)).status).toBe(204);
    expect(await list()).toEqual([
      "guide → handbook",
      "guide/begin → begin",
      "guide/start → begin",
      "handbook/begin → begin",
    ]);
    expect((await scene.inVersion("DELETE", `/pages/${page.id}`)).status).toBe(204);
    expect(await list()).toEqual(["guide → handbook"]);
  });

  it("is added in one form of its address, and leads elsewhere once it is added again", async () => {
    const one = await make(scene, "pages", { title: "One" });
    const two = await make(scene, "folders", { name: "Two" });
    const added = await add("//old/Cafe\u0301 menu.html/", one.id);
    expect([added.status, added.body]).toEqual([
      201,
      { fromPath: "old/Caf\u00E9 menu.html", itemPublicId: one.id, toPath: "one" },
    ]);
    expect((await add("old/Caf\u00E9 menu.html", two.id)).status).toBe(201);
    expect(await list()).toEqual(["old/Caf\u00E9 menu.html → two"]);
    expect((await remove("/old/Cafe\u0301 menu.html")).status).toBe(204);
    expect((await remove("old/Caf\u00E9 menu.html")).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it("is refused from the address of an item, and to an item that is not in the version", async () => {
    const folder = await make(scene, "folders", { name: "Guide" });
    const page = await make(scene, "pages", { title: "Start", parentFolderPublicId: folder.id });
    for (const path of ["guide", "/guide/", "guide/start"]) {
      const taken = await add(path, page.id);
      expect([taken.status, taken.body["code"]]).toEqual([409, "IN_USE"]);
    }
    expect((await add("old", randomUUID())).status).toBe(404);
    const other = await openDocsScene();
    const foreign = await make(other, "pages", { title: "Foreign" });
    expect((await add("old", foreign.id)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it.each([
    "",
    "/",
    "///",
    "a//b",
    "./a",
    "a/..",
    "a?b",
    "a#b",
    "a%20b",
    "a\\b",
    "a\nb",
    "a\u0000",
  ])("is not from %j", async (path) => {
    const { id } = await make(scene, "pages", { title: "One" });
    const refused = await add(path, id);
    expect(refused.body["errors"]).toMatchObject([{ field: "fromPath" }]);
  });

  it("changes the tree's tag, and is copied with the version", async () => {
    const page = await make(scene, "pages", { title: "One" });
    const tag = async () => (await scene.inVersion("GET", "/tree")).headers["etag"];
    const before = await tag();
    await add("old", page.id);
    const after = await tag();
    expect(after).not.toBe(before);
    const versions = `/${scene.docId}/versions`;
    const copy = await scene.send("POST", versions, { fromVersionId: scene.versionId });
    const copied = await scene.send("GET", `${versions}/${String(copy.body["id"])}/redirects`);
    expect(copied.body["items"]).toMatchObject([{ fromPath: "old", toPath: "one" }]);
    await remove("old");
    expect(await tag()).not.toBe(after);
  });

  it("is written by members until the version is published", async () => {
    const page = await make(scene, "pages", { title: "One" });
    const refused = await add("old", page.id, scene.keys.viewer);
    expect([refused.status, refused.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
    await add("old", page.id);
    const { admin: key } = scene.keys;
    await scene.inVersion("POST", "/status", { status: "published" }, { key });
    expect((await add("older", page.id)).body["code"]).toBe("VERSION_NOT_EDITABLE");
    expect((await remove("old")).body["code"]).toBe("VERSION_NOT_EDITABLE");
    expect(await list()).toEqual(["old → one"]);
  });
});
