import { beforeAll, describe, expect, it } from "vitest";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

const books = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1.0.0" },
  paths: {
    "/books": {
      get: { operationId: "listBooks", responses: { "200": { description: "All" } } },
      post: { operationId: "addBook", responses: { "201": { description: "Added" } } },
    },
    "/books/{id}": {
      get: {
        operationId: "getBook",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { "200": { description: "One" } },
      },
    },
  },
  components: { schemas: { Book: { type: "object", properties: { title: { type: "string" } } } } },
};

type Books = typeof books & { paths: Record<string, unknown> };

/** The document with some changes. */
function changed(change: (document: Books) => void): string {
  const copy = structuredClone(books) as Books;
  change(copy);
  return JSON.stringify(copy);
}

const exportOf = async (specId: string, versionId: string) =>
  JSON.parse((await scene.send("GET", `/${specId}/versions/${versionId}/document`)).text) as Books;

const merge = (specId: string, text: string, more: object = {}) =>
  scene.send("POST", "/import", { specId, text, ...more });

const newer = changed((document) => {
  document.info.version = "1.1.0";
  document.paths["/books"].get.responses["200"].description = "All books";
  document.paths["/authors"] = { get: { responses: { "200": { description: "All" } } } };
  delete (document.paths["/books"] as Record<string, unknown>)["post"];
});

describe("importing into an existing specification", () => {
  it("takes over the document if nothing was edited", async () => {
    const made = await importText(scene, JSON.stringify(books), { name: "Unedited" });
    const merged = await merge(made.specId, newer);
    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({ isNew: false, conflicts: [] });
    expect(await exportOf(made.specId, made.versionId)).toEqual(JSON.parse(newer));
    expect(merged.body["version"]).toMatchObject({ id: made.versionId, version: "1.1.0" });
  });

  it("returns in a preview what would change, and changes nothing", async () => {
    const made = await importText(scene, JSON.stringify(books), { name: "Previewed" });
    const shown = await merge(made.specId, newer, { isPreview: true });
    expect(shown.body["changes"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "added", entity: "endpoint", name: "GET /authors" }),
        expect.objectContaining({ kind: "modified", entity: "endpoint", name: "GET /books" }),
        expect.objectContaining({ kind: "removed", entity: "endpoint", name: "POST /books" }),
      ]),
    );
    expect(await exportOf(made.specId, made.versionId)).toEqual(books);
  });

  it("makes a new version on request, and does not change the old one", async () => {
    const made = await importText(scene, JSON.stringify(books), { name: "Versioned" });
    await scene.send("POST", `/${made.specId}/versions/${made.versionId}/publish`, {});
    const merged = await merge(made.specId, newer, { version: "2.0.0" });
    const id = String(merged.body["version"]?.["id"]);
    expect(id).not.toBe(made.versionId);
    const wanted = JSON.parse(newer) as Books;
    wanted.info.version = "2.0.0";
    expect(await exportOf(made.specId, id)).toEqual(wanted);
    expect(await exportOf(made.specId, made.versionId)).toEqual(books);
  });

  it("is refused if the newest version is published and no new one is named", async () => {
    const made = await importText(scene, JSON.stringify(books), { name: "Locked" });
    await scene.send("POST", `/${made.specId}/versions/${made.versionId}/publish`, {});
    const refused = await merge(made.specId, newer);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "VERSION_LOCKED" });
    expect(await exportOf(made.specId, made.versionId)).toEqual(books);
  });

  it("imports the same document again without a change", async () => {
    const made = await importText(scene, JSON.stringify(books), { name: "Again" });
    const again = await merge(made.specId, JSON.stringify(books));
    expect(again.body).toMatchObject({ changeCount: 0, changes: [], conflicts: [] });
    expect(await exportOf(made.specId, made.versionId)).toEqual(books);
  });

  it("lets endpoints exchange their methods", async () => {
    const made = await importText(scene, JSON.stringify(books), { name: "Traded" });
    const traded = changed((document) => {
      const { get, post } = document.paths["/books"];
      Object.assign(document.paths["/books"], { get: post, post: get });
    });
    const merged = await merge(made.specId, traded);
    expect(merged.status).toBe(200);
    expect(await exportOf(made.specId, made.versionId)).toEqual(JSON.parse(traded));
  });

  it("keeps what a body has behind its link to a component", async () => {
    const schema = { type: "string", minLength: 2 };
    const withBody = changed((document) => {
      Object.assign(document.paths["/books"].post, {
        requestBody: { content: { "application/json": { schema } } },
      });
      Object.assign(document.components, {
        requestBodies: { Shared: { content: { "text/plain": {} } } },
      });
    });
    const made = await importText(scene, withBody, { name: "Linked" });
    const db = await scene.testApp.cells.eu.platform.database();
    const { endpointId, rowVersion } = await db
      .selectFrom("requestBody")
      .select(["endpointId", "rowVersion"])
      .where("versionId", "=", made.versionId)
      .executeTakeFirstOrThrow();
    const component = await db
      .selectFrom("component")
      .select("id")
      .where("versionId", "=", made.versionId)
      .where("kind", "=", "requestBodies")
      .executeTakeFirstOrThrow();
    const path = `/${made.specId}/endpoints/${endpointId}/request-body`;
    const link = { contentType: "application/json", requestBodyComponentId: component.id };
    const linked = await scene.send("PUT", path, {
      ...link,
      rowVersion: encodeRowVersion(rowVersion),
    });
    expect(linked.status).toBe(200);
    const renamed = withBody.replace("Books", "More books");
    expect((await merge(made.specId, renamed)).status).toBe(200);
    const exported = await exportOf(made.specId, made.versionId);
    expect(exported.paths["/books"].post).toMatchObject({
      requestBody: { $ref: "#/components/requestBodies/Shared" },
    });
    const detached = await scene.send("PUT", path, {
      contentType: "application/json",
      detachRequestBodyComponent: true,
      rowVersion: linked.body["rowVersion"],
    });
    expect(detached.body).toMatchObject({
      content: [expect.objectContaining({ contentType: "application/json", schema })],
    });
  });
});
