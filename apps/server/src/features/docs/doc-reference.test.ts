import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { makeKey, makeProject } from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { make, openDocsScene, type DocsScene } from "./docs.testing.ts";

let scene: DocsScene;

beforeEach(async () => {
  scene = await openDocsScene();
});

/** A call below the project's specifications, as its owner. */
async function spec(method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: object) {
  const { testApp, projectId, keys } = scene;
  const answer = await request(testApp, {
    method,
    path: `/api/projects/${projectId}/specs${path}`,
    key: keys.owner,
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

// The members have an unusual order, which is preserved.
const text = JSON.stringify({
  openapi: "3.1.0",
  info: { version: "1.0.0", title: "Books" },
  "x-z": { b: 1, a: [null] },
  paths: {
    "/books": {
      post: { responses: { "201": { description: "Made" } } },
      get: { responses: { "200": { description: "All" } } },
    },
  },
});

async function importBooks(name = "Books"): Promise<{ specId: string; versionId: string }> {
  const { body } = await spec("POST", "/import", { text, name });
  return { specId: String(body["spec"]?.["id"]), versionId: String(body["version"]?.["id"]) };
}

async function addVersion(specId: string, version: string): Promise<string> {
  return String((await spec("POST", `/${specId}/versions`, { version })).body["id"]);
}

async function addEndpoint(specId: string, versionId: string, path: string) {
  const endpoint = { path, method: "get" };
  const place = `/${specId}/versions/${versionId}/endpoints`;
  const { body } = await spec("POST", place, endpoint);
  return { path: `${place}/${String(body["id"])}`, body };
}

const publish = (specId: string, versionId: string) =>
  spec("POST", `/${specId}/versions/${versionId}/publish`, {});

async function attach(fields: object): Promise<ResponseBody> {
  const { status, body, text: said } = await scene.inVersion("POST", "/references", fields);
  expect(status, said).toBe(201);
  return body;
}

async function readDocument(id: unknown, key = scene.keys.viewer): Promise<string> {
  const path = `/references/${String(id)}/document`;
  const answer = await scene.inVersion("GET", path, undefined, { key });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/json");
  return answer.text;
}

const readTree = () => scene.inVersion("GET", "/tree");

describe("an API reference", () => {
  it("holds the document of a version as it is exported, in its order", async () => {
    const { specId, versionId } = await importBooks();
    const folder = await make(scene, "folders", { name: "API" });
    const made = await attach({ specId, parentFolderPublicId: folder.id });
    expect(made).toMatchObject({
      title: "Books",
      slug: "books",
      parentFolderPublicId: folder.id,
      specId,
      specVersionId: versionId,
      specName: "Books",
      versionNumber: "1.0.0",
      endpointCount: 2,
      hasNewerVersion: false,
    });
    const document = await readDocument(made["id"]);
    const exported = await spec("GET", `/${specId}/versions/${versionId}/document`);
    expect(document).toBe(exported.text);
    expect(JSON.stringify(JSON.parse(document)["x-z"])).toBe('{"b":1,"a":[null]}');
    expect(made["digest"]).toBe(createHash("sha256").update(document).digest("hex"));
    const { body: tree } = await readTree();
    expect(tree["items"]?.[0]?.["folder"]?.["children"]).toMatchObject([
      {
        id: made["id"],
        type: "specSnapshot",
        page: null,
        folder: null,
        specSnapshot: { specId, specName: "Books", versionNumber: "1.0.0", endpointCount: 2 },
      },
    ]);
  });

  it("does not contain internal notes", async () => {
    const { specId, versionId } = await importBooks();
    const { path, body } = await addEndpoint(specId, versionId, "/secrets");
    const { rowVersion } = body;
    const change = { path: "/secrets", method: "get", internalNotes: "Ask Olive", rowVersion };
    expect((await spec("PUT", path, change)).body["internalNotes"]).toBe("Ask Olive");
    const made = await attach({ specId });
    const document = await readDocument(made["id"]);
    expect(document).toContain("/secrets");
    expect(document).not.toMatch(/Olive|internal/i);
  });

  it("stays as it was attached, and says when a newer version is published", async () => {
    const { specId, versionId } = await importBooks();
    await publish(specId, versionId);
    const draft = await addVersion(specId, "2.0.0");
    // The newest published one, not the newest.
    const made = await attach({ specId, title: "API", slug: "api" });
    expect(made).toMatchObject({ specVersionId: versionId, title: "API", slug: "api" });
    const before = await readDocument(made["id"]);
    const first = await readTree();
    expect(first.body["items"]?.[0]?.["specSnapshot"]?.["hasNewerVersion"]).toBe(false);
    const etag = String(first.headers["etag"]);
    const unchanged = { headers: { "if-none-match": etag } };
    expect((await scene.inVersion("GET", "/tree", undefined, unchanged)).status).toBe(304);
    await addEndpoint(specId, draft, "/new");
    await publish(specId, draft);
    const second = await scene.inVersion("GET", "/tree", undefined, unchanged);
    expect(second.status).toBe(200);
    expect(second.headers["etag"]).not.toBe(etag);
    expect(second.body["items"]?.[0]?.["specSnapshot"]).toMatchObject({
      versionNumber: "1.0.0",
      hasNewerVersion: true,
    });
    expect(await readDocument(made["id"])).toBe(before);

    const path = `/references/${String(made["id"])}`;
    const renewed = await scene.inVersion("PUT", path, {});
    expect(renewed.body).toMatchObject({
      specVersionId: draft,
      versionNumber: "2.0.0",
      endpointCount: 3,
      hasNewerVersion: false,
      title: "API",
    });
    expect(await readDocument(made["id"])).toContain("/new");
    const third = await readTree();
    expect(third.headers["etag"]).not.toBe(second.headers["etag"]);
    const back = await scene.inVersion("PUT", path, { specVersionId: versionId });
    expect(back.body).toMatchObject({ versionNumber: "1.0.0", hasNewerVersion: true });
    expect(await readDocument(made["id"])).toBe(before);
  });

  it("of a draft is outdated by what is published after it", async () => {
    const { specId } = await importBooks();
    const draft = await addVersion(specId, "2.0.0");
    const made = await attach({ specId });
    expect(made["specVersionId"]).toBe(draft);
    const third = await addVersion(specId, "3.0.0");
    await publish(specId, third);
    const { body } = await readTree();
    expect(body["items"]?.[0]?.["specSnapshot"]?.["hasNewerVersion"]).toBe(true);
  });

  it("outlives its specification, and is copied with the version", async () => {
    const { specId } = await importBooks();
    const made = await attach({ specId });
    const document = await readDocument(made["id"]);
    const { testApp, projectId, keys } = scene;
    const path = `/api/projects/${projectId}/specs/${specId}`;
    expect((await request(testApp, { method: "DELETE", path, key: keys.owner })).status).toBe(204);
    expect(await readDocument(made["id"])).toBe(document);
    const refused = await scene.inVersion("PUT", `/references/${String(made["id"])}`, {});
    expect(refused.status).toBe(404);
    const versions = `/${scene.docId}/versions`;
    const copy = await scene.send("POST", versions, { fromVersionId: scene.versionId });
    const copied = `${versions}/${String(copy.body["id"])}`;
    const { body } = await scene.send("GET", `${copied}/tree`);
    const id = String(body["items"]?.[0]?.["id"]);
    expect(id).not.toBe(made["id"]);
    expect((await scene.send("GET", `${copied}/references/${id}/document`)).text).toBe(document);
  });

  it("is removed, and its slug is free again", async () => {
    const { specId } = await importBooks();
    const made = await attach({ specId });
    expect((await attach({ specId }))["slug"]).toBe("books-2");
    const taken = await scene.inVersion("POST", "/references", { specId, slug: "books" });
    expect([taken.status, taken.body["code"]]).toEqual([400, "SLUG_TAKEN"]);
    const path = `/references/${String(made["id"])}`;
    expect((await scene.inVersion("DELETE", path)).status).toBe(204);
    expect((await scene.inVersion("DELETE", path)).status).toBe(404);
    expect((await scene.inVersion("GET", `${path}/document`)).status).toBe(404);
    expect((await attach({ specId, slug: "books" }))["slug"]).toBe("books");
  });

  it("is refused for a specification of another project or a folder of another version", async () => {
    const { specId, versionId } = await importBooks();
    const page = await make(scene, "pages", { title: "P" });
    const other = await importBooks("Others");
    const refused = [
      { specId: randomUUID() },
      { specId, specVersionId: randomUUID() },
      { specId: other.specId, specVersionId: versionId },
      { specId, parentFolderPublicId: page.id },
    ];
    for (const fields of refused)
      expect((await scene.inVersion("POST", "/references", fields)).status).toBe(404);
    const elsewhere = await makeProject(scene.testApp, scene.organization);
    const away = await request(scene.testApp, {
      method: "POST",
      path: `/api/projects/${elsewhere}/docs`,
      key: scene.keys.owner,
      body: { name: "Away" },
    });
    const versions = away.body["versions"] as unknown as { id: string }[];
    const stranger = await request(scene.testApp, {
      method: "POST",
      path: `/api/projects/${elsewhere}/docs/${String(away.body["id"])}/versions/${String(versions[0]?.id)}/references`,
      key: scene.keys.owner,
      body: { specId },
    });
    expect(stranger.status).toBe(404);
    expect((await scene.inVersion("GET", `/references/${page.id}/document`)).status).toBe(404);
    expect((await scene.inVersion("DELETE", `/references/${page.id}`)).status).toBe(404);
  });

  it("is attached by a caller that can also read specifications, and read by viewers", async () => {
    const { specId } = await importBooks();
    const made = await attach({ specId });
    const { projectId, organization, testApp } = scene;
    const writes = [{ permission: "docs:write", projectId } as const];
    const key = await makeKey(testApp, organization, organization.owner.userId, writes);
    const path = `/references/${String(made["id"])}`;
    const blind = [
      await scene.inVersion("POST", "/references", { specId }, { key }),
      await scene.inVersion("PUT", path, {}, { key }),
    ];
    for (const { status, body } of blind)
      expect([status, body["code"], body["requiredScope"]]).toEqual([
        403,
        "API_KEY_SCOPE_DENIED",
        "specs:read",
      ]);
    expect((await scene.inVersion("DELETE", path, undefined, { key })).status).toBe(204);
    const { viewer } = scene.keys;
    const refused = await scene.inVersion("POST", "/references", { specId }, { key: viewer });
    expect([refused.status, refused.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
  });

  it("stays as it is once the version is published", async () => {
    const { specId } = await importBooks();
    const made = await attach({ specId });
    const { admin: key } = scene.keys;
    await scene.inVersion("POST", "/status", { status: "published" }, { key });
    const path = `/references/${String(made["id"])}`;
    const refused = [
      await scene.inVersion("POST", "/references", { specId }),
      await scene.inVersion("PUT", path, {}),
      await scene.inVersion("DELETE", path),
    ];
    for (const { body } of refused) expect(body["code"]).toBe("VERSION_NOT_EDITABLE");
    await readDocument(made["id"]);
  });

  const find = async (query: string) => {
    const path = `/search?query=${encodeURIComponent(query)}&versionId=${scene.versionId}`;
    return (await scene.send("GET", path)).body["items"] as unknown as Record<string, unknown>[];
  };

  it("is searched by method, path, operationId, summary and schema, titles first", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Zoo", version: "1" },
      paths: {
        "/pens/{penId}": { get: { operationId: "readPen", description: "Where a quagga lives." } },
        "/quagga-visits": { post: { operationId: "bookVisit" } },
        "/animals": { get: { operationId: "listAnimals", summary: "List each quagga" } },
      },
      components: { schemas: { OkapiCard: { type: "object", description: "A card." } } },
    };
    const { body } = await spec("POST", "/import", { text: JSON.stringify(document), name: "Zoo" });
    const { id } = await attach({ specId: String(body["spec"]?.["id"]) });
    expect((await find("quagga")).map(({ path }) => path)).toEqual([
      "operations/list-animals",
      "operations/book-visit",
      "operations/read-pen",
    ]);
    expect((await find("GET /pens/{penId}"))[0]).toMatchObject({
      pageId: null,
      referenceId: id,
      path: "operations/read-pen",
      title: "readPen",
    });
    expect((await find("bookvisit"))[0]?.["path"]).toBe("operations/book-visit");
    expect((await find("okapi ca"))[0]).toMatchObject({ path: "schemas/okapi-card" });
    await scene.inVersion("DELETE", `/references/${String(id)}`);
    expect(await find("quagga")).toEqual([]);
  });

  it("is searched as it is now, and is copied with the version", async () => {
    const { specId, versionId } = await importBooks();
    await addEndpoint(specId, versionId, "/okapis");
    const { id } = await attach({ specId });
    expect(await find("okapis")).toHaveLength(1);
    await publish(specId, versionId);
    const draft = await addVersion(specId, "2.0.0");
    await addEndpoint(specId, draft, "/quaggas");
    const path = `/references/${String(id)}`;
    const renewed = await scene.inVersion("PUT", path, { specVersionId: draft });
    expect(renewed.status, renewed.text).toBe(200);
    expect(await find("quaggas")).toHaveLength(1);
    const copy = { fromVersionId: scene.versionId };
    await scene.send("POST", `/${scene.docId}/versions`, copy);
    const { body } = await scene.send("GET", "/search?query=quaggas");
    expect(body["items"]).toMatchObject([{ path: "operations/get-quaggas" }]);
  });

  it("keeps the descriptions of groups, without the specification", async () => {
    const { specId, versionId } = await importBooks();
    const folder = { name: "Default", description: "Written by the *quagga*." };
    await spec("POST", `/${specId}/versions/${versionId}/folders`, folder);
    await attach({ specId });
    const { testApp, projectId, keys } = scene;
    const path = `/api/projects/${projectId}/specs/${specId}`;
    await request(testApp, { method: "DELETE", path, key: keys.owner });
    expect((await find("quagga"))[0]).toMatchObject({ title: "Default", path: "tags/default" });
  });
});
