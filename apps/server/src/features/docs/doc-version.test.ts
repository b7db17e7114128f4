import { beforeEach, describe, expect, it } from "vitest";
import type { TestResponse } from "../../testing/request.ts";
import { assetCleanup } from "./doc-asset.schedule.ts";
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

  it("has a unique slug in the organization, and is made public by a caller that may publish", async () => {
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
    expect(changed.body["branding"]).toMatchObject(change.branding);
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

  it("is published by a caller that may, after a review if the documentation requires one", async () => {
    const path = `/${scene.docId}`;
    const { rowVersion } = (await scene.send("GET", path)).body;
    const { admin, member } = scene.keys;
    await scene.send("PATCH", path, { requireApproval: true, rowVersion }, { key: admin });
    expect((await go("published")).body["code"]).toBe("APPROVAL_REQUIRED");
    expect((await go("review", member)).status).toBe(200);
    // A version under review can still be edited.
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

  it("is the only published one with its label, even if several are published at once", async () => {
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

describe("who reads a version", () => {
  it("is chosen when the documentation is made and when it is published, and returned with the address", async () => {
    const own = await openDocsScene({ visibility: "public" });
    const { admin: key } = own.keys;
    const address = `https://docs.example.com/${await readSlug(own)}/guide`;
    const move = (fields: object, versionId = own.versionId) =>
      own.send("POST", `/${own.docId}/versions/${versionId}/status`, fields, { key });
    const draft = await own.send("GET", `/${own.docId}/versions/${own.versionId}`);
    expect(draft.body).toMatchObject({ visibility: "public", portalUrl: null });
    expect(draft.body["readers"]).toContain("not published");
    const shown = await move({ status: "published" });
    expect(shown.body).toMatchObject({ readers: "Anyone.", portalUrl: address });
    const second = await own.send("POST", `/${own.docId}/versions`, { label: "2.0" });
    const id = String(second.body["id"]);
    const hidden = await move({ status: "published" }, id);
    expect(hidden.body).toMatchObject({ visibility: "internal", portalUrl: `${address}/v/2.0` });
    expect(hidden.body["readers"]).toBe("Members who may read the project, once they sign in.");
    // Publishes a published version again, for other readers.
    const opened = await move({ status: "published", visibility: "public" }, id);
    expect(opened.body).toMatchObject({ visibility: "public", portalUrl: address });
    const first = await own.send("GET", `/${own.docId}/versions/${own.versionId}`);
    expect(first.body["portalUrl"]).toBe(`${address}/v/1.0`);
  });

  it("is changed only by a caller that may publish, once it is published", async () => {
    await go("published");
    const path = `/${scene.docId}/versions/${scene.versionId}/status`;
    const body = { status: "published", visibility: "public" };
    const refused = await scene.send("POST", path, body);
    expect([refused.status, refused.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
  });
});

async function readSlug({ testApp, organization }: DocsScene): Promise<string> {
  const db = await testApp.cells.eu.platform.database();
  const query = db.selectFrom("organization").select("slug").where("id", "=", organization.id);
  return (await query.executeTakeFirstOrThrow()).slug;
}

describe("a version that another one replaces", () => {
  /** Publishes the next copy of what is published. */
  async function publishNext(from: string, title: string): Promise<TestResponse> {
    const copied = await scene.send("POST", `/${scene.docId}/versions`, { fromVersionId: from });
    const id = String(copied.body["id"]);
    await scene.send("POST", `/${scene.docId}/versions/${id}/pages`, { title, content: title });
    return go("published", scene.keys.admin, id);
  }
  const listVersions = async () =>
    (await scene.send("GET", `/${scene.docId}`)).body["versions"] as unknown as {
      id: string;
      label: string;
      status: string;
    }[];

  it("gets its own label, and only as many stay as the documentation keeps", async () => {
    const path = `/${scene.docId}`;
    const { rowVersion, keptCopies } = (await scene.send("GET", path)).body;
    expect(keptCopies).toBe(5);
    const { admin: key } = scene.keys;
    const refused = await scene.send("PATCH", path, { keptCopies: 2, rowVersion });
    expect(refused.body["code"]).toBe("ROLE_INSUFFICIENT");
    await scene.send("PATCH", path, { keptCopies: 2, rowVersion }, { key });
    await go("published");
    let last = scene.versionId;
    const deleted: unknown[] = [];
    for (const title of ["a", "b", "c", "d"]) {
      const { body } = await publishNext(last, title);
      expect(body["replacedVersionId"]).toBe(last);
      deleted.push(body["deletedVersionIds"]);
      last = String(body["id"]);
    }
    expect((await listVersions()).map(({ label, status }) => [label, status])).toEqual([
      ["1.0", "published"],
      ["1.0-r4", "archived"],
      ["1.0-r3", "archived"],
    ]);
    expect(deleted).toEqual([[], [], [scene.versionId], [expect.any(String)]]);
  });

  it("stays if a user archived it", async () => {
    const path = `/${scene.docId}`;
    const { rowVersion } = (await scene.send("GET", path)).body;
    const { admin: key } = scene.keys;
    await scene.send("PATCH", path, { keptCopies: 0, rowVersion }, { key });
    await go("published");
    await go("archived");
    const { body } = await publishNext(scene.versionId, "a");
    await publishNext(String(body["id"]), "b");
    expect((await listVersions()).map(({ label }) => label)).toEqual(["1.0", "1.0-r1"]);
  });

  it("keeps its pages, whose text is stored once, and comes back as a draft", async () => {
    const page = await make(scene, "pages", {
      title: "Start",
      content: "# Start\n\nRead [me](start.md).",
    });
    await go("published");
    await publishNext(scene.versionId, "a");
    const read = await scene.inVersion("GET", `/pages/${page.id}`);
    expect(read.body["content"]).toBe("# Start\n\nRead [me](start.md).");
    const tree = await scene.inVersion("GET", "/tree");
    expect(tree.body["items"]).toMatchObject([{ page: { isEmpty: false } }]);
    const copied = await scene.send("POST", `/${scene.docId}/versions`, {
      fromVersionId: scene.versionId,
    });
    expect(copied.body["label"]).toBe("1.0");
    const id = String(copied.body["id"]);
    const base = `/${scene.docId}/versions/${id}`;
    const items = (await scene.send("GET", `${base}/tree`)).body["items"] as unknown as {
      id: string;
    }[];
    const restored = await scene.send("GET", `${base}/pages/${items[0]?.id}`);
    expect(restored.body["content"]).toBe("# Start\n\nRead [me](start.md).");
    const found = await scene.send("GET", `/search?query=read&versionId=${id}`);
    expect(found.body["items"]).toMatchObject([{ title: "Start" }]);
    const { admin: key } = scene.keys;
    for (const { id: other, status } of await listVersions())
      if (status === "archived")
        await scene.send("DELETE", `/${scene.docId}/versions/${other}`, undefined, { key });
    const { platform } = scene.testApp.cells.eu;
    const db = await platform.database();
    const countTexts = async () => {
      const texts = db.selectFrom("docArchivedText").select("digest");
      return (await texts.where("organizationId", "=", scene.organization.id).execute()).length;
    };
    expect(await countTexts()).toBe(1);
    await assetCleanup(platform).run(db, new AbortController().signal);
    expect(await countTexts()).toBe(0);
  });

  it("is copied under ids of version 7", async () => {
    await make(scene, "pages", { title: "Start" });
    const copied = await scene.send("POST", `/${scene.docId}/versions`, {
      fromVersionId: scene.versionId,
    });
    const base = `/${scene.docId}/versions/${String(copied.body["id"])}`;
    const items = (await scene.send("GET", `${base}/tree`)).body["items"] as unknown as {
      id: string;
    }[];
    expect(items.map(({ id }) => id[14])).toEqual(["7"]);
  });
});
