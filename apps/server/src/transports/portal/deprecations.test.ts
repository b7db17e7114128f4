import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDocsScene, type DocsScene } from "../../features/docs/docs.testing.ts";
import { request } from "../../testing/request.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1.0.0" },
  paths: {
    "/books/{id}": { get: { operationId: "getBook", summary: "Read a book", responses: {} } },
    "/v2/books/{id}": { get: { operationId: "getBookV2", responses: {} } },
  },
};

let scene: DocsScene;
let portal: PortalServer;
let specPath: string;
let site: string;
let endpoints: { readonly id: string; readonly path: string }[];

const send = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
  request(scene.testApp, {
    method,
    path: `${specPath}${path}`,
    key: scene.keys.owner,
    ...(body === undefined ? {} : { body }),
  });

beforeAll(async () => {
  scene = await openDocsScene({ name: "Handbook" });
  const regions = Object.values(scene.testApp.cells);
  const log = pino({ level: "silent" });
  portal = await startPortal({ host: "127.0.0.1", port: 0, publicUrl: null, regions, log });
  specPath = `/api/projects/${scene.projectId}/specs`;
  const imported = await send("POST", "/import", { text: JSON.stringify(document) });
  const specId = String(imported.body["spec"]?.["id"]);
  const specVersionId = String(imported.body["version"]?.["id"]);
  specPath += `/${specId}`;
  await send("POST", `/versions/${specVersionId}/publish`);
  const listed = await send("GET", `/endpoints?versionId=${specVersionId}`);
  endpoints = listed.body["items"] as unknown as typeof endpoints;
  await scene.inVersion("POST", "/references", { specId, slug: "api" });
  const path = `/${scene.docId}/versions/${scene.versionId}`;
  const { rowVersion } = (await scene.send("GET", path)).body;
  const { admin: key } = scene.keys;
  await scene.send("PATCH", path, { visibility: "public", rowVersion }, { key });
  await scene.send("POST", `${path}/status`, { status: "published" }, { key });
  site = `${portal.address}/${scene.organization.slug}/handbook/api`;
});

afterAll(() => portal.close());

const idOf = (path: string) => endpoints.find((one) => one.path === path)?.id;

/** Repeats a request until the page has or lacks a text: readers see a change after a moment. */
async function readUntil(path: string, text: string, isThere: boolean): Promise<string> {
  for (;;) {
    const page = await (await fetch(`${site}${path}`)).text();
    if (page.includes(text) === isThere) return page;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("a deprecation plan in the portal", () => {
  it("appears on pages that were published before it, and disappears when it is cancelled", async () => {
    const operation = "/operations/get-book";
    expect((await fetch(`${site}/deprecations`)).status).toBe(404);
    expect(await (await fetch(`${site}${operation}`)).text()).not.toContain("Deprecated.");
    const planned = await send("POST", "/deprecation-plans", {
      action: "create",
      entityType: "endpoint",
      entityId: idOf("/books/{id}"),
      sunsetAt: inDays(120),
      successorEndpointId: idOf("/v2/books/{id}"),
      migrationGuide: "Call **the other**. <script>alert(1)</script>",
    });
    expect(planned.status, planned.text).toBe(200);
    const page = await readUntil(operation, "Deprecated.", true);
    expect(page).toContain(`It ends on ${inDays(120).slice(0, 10)}`);
    expect(page).toContain("in 120 days.");
    expect(page).toMatch(/<a href="[^"]*\/operations\/get-book-v2">GET \/v2\/books\/\{id\}<\/a>/);
    expect(page).toContain("<strong>the other</strong>");
    expect(page).not.toContain("<script>alert");
    // The sidebar marks the operation, and links to the list.
    expect(page).toContain("<s>Read a book</s>");
    const list = await (await fetch(`${site}/deprecations`)).text();
    expect(list).toContain("<h1>Deprecations</h1>");
    expect(list).toContain("/books/{id} · It ends on ");
    expect(await (await fetch(`${site}/deprecations.md`)).text()).toContain("in 120 days");
    const planId = planned.body["plan"]?.["id"];
    await send("POST", "/deprecation-plans", { action: "cancel", planId });
    await readUntil(operation, "Deprecated.", false);
    expect((await fetch(`${site}/deprecations`)).status).toBe(404);
  });

  it("of the version, or its plain sunset, warns on every page", async () => {
    const versions = await send("GET", "/versions");
    const versionId = String(versions.body["items"]?.[0]?.["id"]);
    await send("PUT", `/versions/${versionId}/sunset`, { sunsetAt: inDays(10) });
    for (const path of ["", "/operations/get-book", "/deprecations"])
      expect(await readUntil(path, "This version is deprecated.", true)).toContain("in 10 days");
    await send("PUT", `/versions/${versionId}/sunset`, {});
    await readUntil("", "This version is deprecated.", false);
  });
});
