import { beforeEach, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import { openDocsScene, type DocsScene } from "./docs.testing.ts";
import { push } from "./sync.testing.ts";

let scene: DocsScene;

beforeEach(async () => {
  scene = await openDocsScene();
});

async function spec(path: string, body: object): Promise<string> {
  const answer = await request(scene.testApp, {
    method: "POST",
    path: `/api/projects/${scene.projectId}/specs${path}`,
    key: scene.keys.owner,
    body,
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return String(answer.body["id"]);
}

/** A specification whose version 1.0.0 is published, with a draft 1.1.0. */
async function makeParcels(): Promise<{ specId: string; draftId: string }> {
  const specId = await spec("", { name: "Parcels", openapiVersion: "3.1" });
  const first = await spec(`/${specId}/versions`, { version: "2.0.0" });
  await spec(`/${specId}/versions/${first}/publish`, {});
  return { specId, draftId: await spec(`/${specId}/versions`, { version: "2.1.0" }) };
}

const folder = (references: string) => ({
  "index.md": "# A",
  "_folder.yml": `references: ${references}\n`,
});

async function pushed(references: string) {
  const { body, text, status } = await push(scene, folder(references));
  expect(status, text).toBe(200);
  const [reference] = body["references"] as unknown as { versionNumber: string }[];
  const reported = body["warnings"] as unknown as { path: string; message: string }[];
  return { version: reference?.versionNumber, reported };
}

describe("a reference that a folder names without a version", () => {
  it("shows the version that was published last", async () => {
    await makeParcels();
    expect(await pushed("[Parcels]")).toEqual({ version: "2.0.0", reported: [] });
  });

  it("keeps the version that was attached by hand at every push, and reports it", async () => {
    const { specId, draftId } = await makeParcels();
    await scene.inVersion("POST", "/references", { specId, specVersionId: draftId });
    for (const _ of [1, 2]) {
      const { version, reported } = await pushed("[Parcels]");
      expect(version).toBe("2.1.0");
      expect(reported).toEqual([
        {
          path: "_folder.yml",
          message:
            '"Parcels" stays at version 2.1.0, which a command attached: give its `version` here to show another, such as 2.0.0',
        },
      ]);
    }
    const named = await pushed("[{spec: Parcels, version: 2.0.0}]");
    expect(named).toEqual({ version: "2.0.0", reported: [] });
    expect(await pushed("[Parcels]")).toEqual({ version: "2.0.0", reported: [] });
  });

  it("keeps the version that was chosen by hand after the folder had attached it", async () => {
    const { draftId } = await makeParcels();
    await pushed("[Parcels]");
    const { body } = await scene.inVersion("GET", "/tree");
    const items = body["items"] as unknown as { id: string; specSnapshot: unknown }[];
    const id = items.find(({ specSnapshot }) => specSnapshot !== null)?.id;
    const chosen = { specVersionId: draftId };
    expect((await scene.inVersion("PUT", `/references/${id}`, chosen)).status).toBe(200);
    expect((await pushed("[Parcels]")).version).toBe("2.1.0");
  });
});

describe("an unknown key of a folder's file", () => {
  it("is reported with the likely correct key", async () => {
    const files = { "a.md": "A", "_folder.yml": "itmes: [a.md]\nzebra: 1\nicon: book\n" };
    const { body } = await push(scene, files);
    expect(body["warnings"]).toEqual([
      {
        path: "_folder.yml",
        message: "`itmes` is no key of this file: did you mean `items`?",
      },
      { path: "_folder.yml", message: "`zebra` is no key of this file" },
    ]);
  });
});

describe("a landing page", () => {
  it("has the title of its hero, and shows it", async () => {
    const hero = "---\nlayout: home\nhero:\n  name: Parcels\n  tagline: By post\n---\n";
    const { body } = await push(scene, { "index.md": hero });
    expect(body["added"]).toEqual(["index.md"]);
    const tree = await scene.inVersion("GET", "/tree");
    expect(tree.body["items"]).toMatchObject([{ page: { title: "Parcels" } }]);
    const db = await scene.testApp.cells.eu.platform.database();
    const row = await db
      .selectFrom("docPage")
      .select("html")
      .where("versionId", "=", scene.versionId)
      .executeTakeFirstOrThrow();
    expect(row.html).toContain("<strong>By post</strong>");
  });
});
