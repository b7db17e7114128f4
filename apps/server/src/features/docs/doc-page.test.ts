import { beforeAll, describe, expect, it } from "vitest";
import { connectAgent } from "../../testing/tool-client.ts";
import { pull, push } from "./sync.testing.ts";
import { make, openDocsScene, readPage, readPaths, type DocsScene } from "./docs.testing.ts";

let scene: DocsScene;

beforeAll(async () => {
  scene = await openDocsScene();
});

const update = (id: string, fields: object) => scene.inVersion("PUT", `/pages/${id}`, fields);

describe("a page", () => {
  it("is added at the end of the root or of a folder, and returns where it is", async () => {
    const folder = await make(scene, "folders", { name: "Guide" });
    const made = await scene.inVersion("POST", "/pages", {
      title: "Getting started",
      content: "# Hello\n",
      parentFolderPublicId: folder.id,
    });
    expect(made.body).toEqual({ id: expect.any(String), slug: "getting-started" });
    expect(made.headers["location"]).toBe(
      `/api/projects/${scene.projectId}/docs/${scene.docId}/versions/${scene.versionId}/pages/${String(made.body["id"])}`,
    );
    expect(await readPage(scene, String(made.body["id"]))).toMatchObject({
      title: "Getting started",
      content: "# Hello\n",
      parentFolderPublicId: folder.id,
      isLocked: false,
      lockedBy: null,
    });
  });

  it.each([
    ["Crème brûlée", "creme-brulee"],
    ["C++ & Go!", "c-go"],
    ["日本語 ガイド", "日本語-ガイド"],
    ["हिन्दी", "हिन्दी"],
    ["???", "page"],
    ["ﬁne ①", "fine-1"],
    ["x".repeat(100), "x".repeat(80)],
  ])("of the title %s has the slug %s", async (title, slug) => {
    expect((await make(scene, "pages", { title })).slug).toBe(slug);
  });

  it("gets another slug if the one of its title is taken, and is refused if it asks for a taken one", async () => {
    await make(scene, "pages", { title: "Same" });
    expect((await make(scene, "pages", { title: "Same" })).slug).toBe("same-2");
    expect((await make(scene, "pages", { title: "Same" })).slug).toBe("same-3");
    const taken = await scene.inVersion("POST", "/pages", { title: "Other", slug: "same" });
    expect([taken.status, taken.body["code"]]).toEqual([400, "SLUG_TAKEN"]);
    // The portal has `/v/` at the root for versions.
    expect((await make(scene, "pages", { title: "V" })).slug).toBe("v-2");
    const bad = await scene.inVersion("POST", "/pages", { title: "Other", slug: "Not A Slug" });
    expect([bad.status, bad.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
  });

  it("is replaced with the current rowVersion; a slug or an icon that is omitted stays", async () => {
    const { id } = await make(scene, "pages", { title: "Old", slug: "kept", icon: "book" });
    const before = await readPage(scene, id);
    const change = { title: "New", content: "text", rowVersion: before["rowVersion"] };
    const after = await update(id, change);
    expect(after.body).toMatchObject({ title: "New", content: "text", slug: "kept", icon: "book" });
    const late = await update(id, { ...change, content: "lost?" });
    expect([late.status, late.body["code"]]).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(late.body["currentRowVersion"]).toBe(after.body["rowVersion"]);
    expect((await readPage(scene, id))["content"]).toBe("text");
    const bare = await update(id, { title: "New", rowVersion: after.body["rowVersion"] });
    expect(bare.body["errors"]).toMatchObject([{ field: "content" }]);
  });

  it("accepts one of many writes with the same rowVersion", async () => {
    const { id } = await make(scene, "pages", { title: "Wanted" });
    const { rowVersion } = await readPage(scene, id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        update(id, { title: "Wanted", content: `${at}`, rowVersion }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await readPage(scene, id))["content"]).toBe(String(winner));
  });

  it("accepts writes only from the holder of its lock, and from all once that is released", async () => {
    const { id } = await make(scene, "pages", { title: "Held" });
    const lock = await scene.inVersion("POST", `/pages/${id}/lock`, {});
    const lockId = lock.body["lockId"];
    const page = await readPage(scene, id);
    expect(page).toMatchObject({ isLocked: true, lockedBy: expect.any(String) });
    const change = { title: "Held", content: "x", rowVersion: page["rowVersion"] };
    // The lock is checked before the version, because the caller must first learn who holds it.
    const other = await update(id, { ...change, rowVersion: "AAAAAAAAAAk=" });
    expect([other.status, other.body["code"]]).toEqual([409, "PAGE_LOCKED"]);
    expect(other.body).toMatchObject({
      lockedBy: page["lockedBy"],
      lockedSince: expect.any(String),
    });
    const taken = await scene.inVersion("POST", `/pages/${id}/lock`, {});
    expect(taken.body["code"]).toBe("PAGE_LOCKED");
    const removed = await scene.inVersion("DELETE", `/pages/${id}`);
    expect(removed.body["code"]).toBe("PAGE_LOCKED");
    const renewed = await scene.inVersion("POST", `/pages/${id}/lock`, { lockId });
    expect(renewed.body["lockId"]).toBe(lockId);
    const written = await update(id, { ...change, lockId });
    expect(written.status).toBe(200);
    expect(
      (await scene.inVersion("DELETE", `/pages/${id}/lock?lockId=${String(lockId)}`)).status,
    ).toBe(204);
    const rowVersion = written.body["rowVersion"];
    expect((await update(id, { ...change, rowVersion })).status).toBe(200);
  });

  it("is unlocked by a caller with the right to publish, even if another user holds the lock", async () => {
    const { id } = await make(scene, "pages", { title: "Left" });
    await scene.inVersion("POST", `/pages/${id}/lock`, {});
    const path = `/pages/${id}/lock?force=true`;
    expect((await scene.inVersion("DELETE", path)).body["code"]).toBe("ROLE_INSUFFICIENT");
    const { admin } = scene.keys;
    expect((await scene.inVersion("DELETE", path, undefined, { key: admin })).status).toBe(204);
    expect(await readPage(scene, id)).toMatchObject({ isLocked: false });
  });

  it("is rendered as it is saved and with a text that is not saved, with what is broken", async () => {
    const { id } = await make(scene, "pages", { title: "Shown", content: "[on](gone.md)" });
    const saved = await scene.inVersion("POST", `/pages/${id}/render`, {});
    expect(saved.body["warnings"]).toMatchObject([{ code: "LINK_UNRESOLVED", line: 1 }]);
    const content = "# Draft\n\n<script>run()</script>\n\n[home](/)";
    const draft = await scene.inVersion("POST", `/pages/${id}/render`, { content });
    expect(draft.body["html"]).toMatch(/<h1[^]*Draft[^]*href="\/_base\/"/);
    expect(draft.body["html"]).not.toContain("<script");
    expect((await readPage(scene, id))["content"]).toBe("[on](gone.md)");
    const none = await scene.inVersion("POST", `/pages/${scene.docId}/render`, { content });
    expect([none.status, none.body["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("is not found once deleted, nor in another version or documentation", async () => {
    const { id } = await make(scene, "pages", { title: "Gone" });
    const other = await openDocsScene();
    expect((await other.inVersion("GET", `/pages/${id}`)).status).toBe(404);
    expect((await scene.inVersion("DELETE", `/pages/${id}`)).status).toBe(204);
    expect((await scene.inVersion("GET", `/pages/${id}`)).status).toBe(404);
    expect(await readPaths(scene)).not.toContain("gone");
    expect((await scene.inVersion("GET", "/pages/none")).status).toBe(404);
  });

  it("is read by viewers and written by members", async () => {
    const { id } = await make(scene, "pages", { title: "Seen" });
    const { viewer } = scene.keys;
    expect((await scene.inVersion("GET", `/pages/${id}`, undefined, { key: viewer })).status).toBe(
      200,
    );
    const refused = await scene.inVersion("POST", "/pages", { title: "No" }, { key: viewer });
    expect([refused.status, refused.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
  });
});

describe("a page of 1,000,000 characters", () => {
  const longest = 1_000_000;
  /** Words that differ, in paragraphs, of characters that take three or four bytes. */
  function write(character: string): string {
    let text = "";
    for (let word = 0; text.length < 2 * longest; word += 1)
      text += `${character}${word}${word % 500 === 499 ? "\n\n" : " "}`;
    return [...text].slice(0, longest - 1).join("") + "!";
  }

  it.each(["漢", "😀"])("of %s is saved over REST, and found", async (character) => {
    const content = write(character);
    expect([...content]).toHaveLength(longest);
    const { id } = await make(scene, "pages", { title: "Long", content });
    const page = await readPage(scene, id);
    expect(String(page["content"]) === content).toBe(true);
    const changed = await update(id, {
      title: "Long",
      content: `${content.slice(0, -1)}?`,
      rowVersion: page["rowVersion"],
    });
    expect(changed.status, changed.text.slice(0, 500)).toBe(200);
    const found = await scene.send("GET", `/search?query=${encodeURIComponent(`${character}7`)}`);
    // An emoji is not a word: all pages of this project that have a 7 rank equally.
    const items = found.body["items"] as unknown as { pageId: string }[];
    expect(items.map(({ pageId }) => pageId)).toContain(id);
    const one = await scene.inVersion("POST", "/pages", { title: "x", content: `${content}x` });
    expect([one.status, one.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
  });

  it("is saved by a sync", async () => {
    const own = await openDocsScene();
    const text = write("漢");
    const answer = await push(own, { "long.md": text });
    expect(answer.status, answer.text.slice(0, 500)).toBe(200);
    expect((await pull(own))["long.md"] === text).toBe(true);
  });

  it("is saved by a tool", async () => {
    const { testApp, keys, docId, versionId, projectId } = scene;
    await using agent = await connectAgent(testApp, { key: keys.member });
    await agent.call("set_context", { projectId });
    const content = write("漢");
    const made = await agent.call("create_page", { docId, versionId, title: "Tool", content });
    expect(made.isError, JSON.stringify(made.body).slice(0, 500)).toBe(false);
    const pageId = made.body["id"];
    const read = await agent.call("get_page", { docId, versionId, pageId });
    expect(String(read.body["content"]) === content).toBe(true);
  });
});

describe("the earlier texts of a page", () => {
  const revisions = async (id: string) =>
    (await scene.inVersion("GET", `/pages/${id}/revisions`)).body["items"] as unknown as {
      id: string;
      title: string;
      writtenBy: string | null;
    }[];
  const save = async (id: string, content: string, key: string, title = "Kept") => {
    const { rowVersion } = await readPage(scene, id);
    const answer = await scene.inVersion(
      "PUT",
      `/pages/${id}`,
      { title, content, rowVersion },
      { key },
    );
    expect(answer.status, answer.text).toBe(200);
  };

  it("are kept when another person saves, once a sitting of one person, and are read one by one", async () => {
    const { id } = await make(scene, "pages", { title: "Kept", content: "one" });
    expect(await revisions(id)).toEqual([]);
    await save(id, "two", scene.keys.member);
    await save(id, "three", scene.keys.member);
    await save(id, "four", scene.keys.admin, "Renamed");
    const kept = await revisions(id);
    const texts = await Promise.all(
      kept.map(async (each) => {
        const answer = await scene.inVersion("GET", `/pages/${id}/revisions/${each.id}`);
        return answer.body["content"];
      }),
    );
    expect(texts).toEqual(["three", "one"]);
    expect(kept[0]).toMatchObject({ title: "Kept", writtenBy: expect.any(String) });
  });

  it("are not made by a change of the icon alone, and go with the page", async () => {
    const { id } = await make(scene, "pages", { title: "Same", content: "same" });
    const { rowVersion } = await readPage(scene, id);
    const fields = { title: "Same", content: "same", icon: "book", rowVersion };
    expect((await update(id, fields)).status).toBe(200);
    expect(await revisions(id)).toEqual([]);
    await save(id, "changed", scene.keys.member, "Same");
    expect(await revisions(id)).toHaveLength(1);
    expect((await scene.inVersion("DELETE", `/pages/${id}`)).status).toBe(204);
    const db = await scene.testApp.cells.eu.platform.database();
    const left = await db
      .selectFrom("docPageRevision")
      .where("pageId", "=", id)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });

  it("are at most 50, and belong to one page", async () => {
    const { id } = await make(scene, "pages", { title: "Often", content: "0" });
    const other = await make(scene, "pages", { title: "Other", content: "other" });
    for (let at = 1; at <= 53; at += 1)
      await save(id, String(at), at % 2 === 0 ? scene.keys.member : scene.keys.admin);
    const { body } = await scene.inVersion("GET", `/pages/${id}/revisions?take=100`);
    expect(body["totalCount"]).toBe(50);
    const [first] = await revisions(id);
    const crossed = await scene.inVersion("GET", `/pages/${other.id}/revisions/${first?.id ?? ""}`);
    expect(crossed.status).toBe(404);
  });
});
