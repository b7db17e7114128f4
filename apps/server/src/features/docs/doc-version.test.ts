import { beforeEach, describe, expect, it } from "vitest";
import { make, openDocsScene, readPaths, type DocsScene } from "./docs.testing.ts";

let scene: DocsScene;

beforeEach(async () => {
  scene = await openDocsScene();
});

const go = (status: string, key = scene.keys.admin, versionId = scene.versionId) =>
  scene.send("POST", `/${scene.docId}/versions/${versionId}/status`, { status }, { key });

describe("a documentation", () => {
  it("is listed with its versions, the newest first", async () => {
    await scene.send("POST", `/${scene.docId}/versions`, { label: "2.0" });
    const { body } = await scene.send("GET", "", undefined, { key: scene.keys.viewer });
    expect(body["documentations"]).toMatchObject([
      {
        id: scene.docId,
        name: "Guide",
        slug: expect.any(String),
        portalEnabled: true,
        requireApproval: false,
        branding: { logoUrl: null, primaryColor: null },
        versions: [
          { versionNumber: 2, label: "2.0", status: "draft", visibility: "internal" },
          { versionNumber: 1, label: "1.0", publishedAt: null },
        ],
      },
    ]);
  });

  it("has a slug of its own in the organization, and is shown to the world by who may publish", async () => {
    const again = await scene.send("POST", "", { name: "Guide" });
    expect(again.body["slug"]).toBe("guide-2");
    const taken = await scene.send("POST", "", { name: "X", slug: "guide" });
    expect([taken.status, taken.body["code"]]).toEqual([400, "SLUG_TAKEN"]);
    const path = `/${scene.docId}`;
    const { rowVersion } = (await scene.send("GET", path)).body;
    const change = { branding: { logoUrl: null, primaryColor: "#123abc" }, rowVersion };
    expect((await scene.send("PATCH", path, change)).body["code"]).toBe("ROLE_INSUFFICIENT");
    const { admin } = scene.keys;
    const changed = await scene.send("PATCH", path, change, { key: admin });
    expect(changed.body["branding"]).toEqual(change.branding);
    const late = await scene.send("PATCH", path, change, { key: admin });
    expect(late.body["code"]).toBe("CONCURRENCY_CONFLICT");
    expect((await scene.send("DELETE", path)).status).toBe(403);
    expect((await scene.send("DELETE", path, undefined, { key: admin })).status).toBe(204);
    expect((await scene.send("GET", path)).status).toBe(404);
  });
});

describe("a version of a documentation", () => {
  it("stays as it is once published; a copy of it is a draft with all its pages", async () => {
    const folder = await make(scene, "folders", { name: "Guide" });
    await make(scene, "pages", { title: "Start", parentFolderPublicId: folder.id });
    expect((await go("published")).body).toMatchObject({
      status: "published",
      publishedAt: expect.any(String),
    });
    const refused = await scene.inVersion("POST", "/pages", { title: "Late" });
    expect([refused.status, refused.body["code"]]).toEqual([400, "VERSION_NOT_EDITABLE"]);
    const copied = await scene.send("POST", `/${scene.docId}/versions`, {
      fromVersionId: scene.versionId,
    });
    expect(copied.body).toMatchObject({ label: "1.0", status: "draft", versionNumber: 2 });
    const copy: DocsScene = {
      ...scene,
      inVersion: (method, path, body, more) =>
        scene.send(
          method,
          `/${scene.docId}/versions/${String(copied.body["id"])}${path}`,
          body,
          more,
        ),
    };
    expect(await readPaths(copy)).toEqual(["guide/", "guide/start"]);
    await make(copy, "pages", { title: "Added" });
    expect(await readPaths(scene)).toEqual(["guide/", "guide/start"]);
    const second = await go("published", scene.keys.admin, String(copied.body["id"]));
    expect(second.body["replacedVersionId"]).toBe(scene.versionId);
    const first = await scene.send("GET", `/${scene.docId}/versions/${scene.versionId}`);
    expect(first.body["status"]).toBe("archived");
  });

  it.each([
    ["draft", "review", 200],
    ["draft", "published", 200],
    ["draft", "archived", 409],
    ["review", "draft", 200],
    ["review", "published", 200],
    ["review", "archived", 409],
    ["published", "archived", 200],
    ["published", "draft", 409],
    ["published", "review", 409],
    ["archived", "draft", 409],
    ["archived", "published", 409],
  ])("that is %s and is to be %s: %i", async (from, to, status) => {
    const way: Record<string, string[]> = {
      draft: [],
      review: ["review"],
      published: ["published"],
      archived: ["published", "archived"],
    };
    for (const step of way[from] ?? []) expect((await go(step)).status).toBe(200);
    const answer = await go(to);
    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.body["code"]).toBe("TRANSITION_REFUSED");
  });

  it("is published by who may, after a review where the documentation asks for one", async () => {
    const path = `/${scene.docId}`;
    const { rowVersion } = (await scene.send("GET", path)).body;
    const { admin, member } = scene.keys;
    await scene.send("PATCH", path, { requireApproval: true, rowVersion }, { key: admin });
    expect((await go("published")).body["code"]).toBe("APPROVAL_REQUIRED");
    expect((await go("review", member)).status).toBe(200);
    // Under review it can still be edited.
    await make(scene, "pages", { title: "Late" });
    const refused = await go("published", member);
    expect([refused.status, refused.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect((await go("published")).status).toBe(200);
  });

  it("changes its label while it can be edited, and its visibility always", async () => {
    const path = `/${scene.docId}/versions/${scene.versionId}`;
    const change = async (fields: object, key = scene.keys.admin) => {
      const { rowVersion } = (await scene.send("GET", path)).body;
      return scene.send("PATCH", path, { ...fields, rowVersion }, { key });
    };
    expect((await change({ label: "next" }, scene.keys.member)).body["label"]).toBe("next");
    expect((await change({ label: "not a label" })).status).toBe(400);
    await go("published");
    expect((await change({ label: "other" })).body["code"]).toBe("VERSION_NOT_EDITABLE");
    expect((await change({ visibility: "public" }, scene.keys.member)).status).toBe(403);
    expect((await change({ visibility: "public" })).body["visibility"]).toBe("public");
    const { admin } = scene.keys;
    expect((await scene.send("DELETE", path, undefined, { key: admin })).body["code"]).toBe(
      "IN_USE",
    );
    await go("archived");
    expect((await scene.send("DELETE", path, undefined, { key: admin })).status).toBe(204);
  });

  it("is one of its label among the published, whatever is published at once", async () => {
    const ids = [scene.versionId];
    for (let count = 0; count < 3; count += 1) {
      const made = await scene.send("POST", `/${scene.docId}/versions`, { label: "1.0" });
      ids.push(String(made.body["id"]));
    }
    const answers = await Promise.all(ids.map((id) => go("published", scene.keys.admin, id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { body } = await scene.send("GET", `/${scene.docId}`);
    const versions = body["versions"] as unknown as { status: string }[];
    expect(versions.filter(({ status }) => status === "published")).toHaveLength(1);
  });
});
