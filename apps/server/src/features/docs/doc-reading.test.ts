import { beforeAll, describe, expect, it } from "vitest";
import { make, openDocsScene, type DocsScene } from "./docs.testing.ts";

let scene: DocsScene;

beforeAll(async () => {
  scene = await openDocsScene();
});

const search = async (query: string, key = scene.keys.viewer) =>
  (await scene.send("GET", `/search?query=${encodeURIComponent(query)}`, undefined, { key })).body[
    "items"
  ] as unknown as { title: string; excerpt: string; versionId: string }[];

describe("the search of documentation", () => {
  it("ranks titles before headings before bodies, and finds changed texts", async () => {
    await make(scene, "pages", { title: "Third", content: "All about a quagga." });
    await make(scene, "pages", { title: "Second", content: "## Quagga\n\nText." });
    const { id } = await make(scene, "pages", { title: "Quagga" });
    expect((await search("quagga")).map(({ title }) => title)).toEqual([
      "Quagga",
      "Second",
      "Third",
    ]);
    expect((await search("quag"))[2]?.excerpt).toContain("about a quagga");
    await scene.inVersion("DELETE", `/pages/${id}`);
    expect(await search("quagga")).toHaveLength(2);
  });

  it("searches the newest version of each documentation, or the given one", async () => {
    await make(scene, "pages", { title: "Okapi" });
    const copied = await scene.send("POST", `/${scene.docId}/versions`, {
      fromVersionId: scene.versionId,
    });
    const finds = await search("okapi");
    expect(finds.map(({ versionId }) => versionId)).toEqual([copied.body["id"]]);
    const named = await scene.send("GET", `/search?query=okapi&versionId=${scene.versionId}`);
    expect(named.body["items"]).toMatchObject([{ versionId: scene.versionId }]);
    const stranger = await openDocsScene();
    const path = `/search?query=okapi&versionId=${scene.versionId}`;
    expect((await stranger.send("GET", path)).body["items"]).toEqual([]);
  });
});
