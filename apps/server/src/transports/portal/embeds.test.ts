import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { make, openDocsScene, type DocsScene } from "../../features/docs/docs.testing.ts";
import { push } from "../../features/docs/sync.testing.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

let scene: DocsScene;
let portal: PortalServer;
let cookie: string;

beforeAll(async () => {
  scene = await openDocsScene({ name: "Handbook" });
  const regions = Object.values(scene.testApp.cells);
  const log = pino({ level: "silent" });
  portal = await startPortal({ host: "127.0.0.1", port: 0, publicUrl: null, regions, log });
  const { body } = await scene.inVersion("POST", "/preview", {});
  const path = String(body["path"]);
  const begun = await fetch(`${portal.address}${path}`, { redirect: "manual" });
  cookie = String(begun.headers.get("set-cookie")).split(";")[0] ?? "";
});

afterAll(() => portal.close());

/** A page as the holder of the preview link sees it now. */
async function readPage(path: string): Promise<string> {
  const response = await fetch(`${portal.address}/${scene.organization.slug}/handbook/${path}`, {
    headers: { cookie },
  });
  expect(response.status).toBe(200);
  return response.text();
}

const books = (summary: string, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Books", version: "1.0.0" },
  paths: {
    "/books": {
      get: {
        operationId: "listBooks",
        summary,
        deprecated: true,
        parameters: [{ name: "take", in: "query", schema: { type: "integer", maximum: 50 } }],
        responses: {
          200: {
            description: "All",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } },
          },
        },
      },
    },
    ...more,
  },
  components: {
    schemas: {
      Book: {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string", description: "<b>What</b> it is called" },
          author: { $ref: "#/components/schemas/Author" },
        },
      },
      Author: { type: "object", properties: { name: { type: "string" } } },
    },
  },
});

async function spec(method: "POST" | "PUT", path: string, body: object) {
  const { testApp, projectId, keys } = scene;
  const whole = `/api/projects/${projectId}/specs${path}`;
  const answer = await request(testApp, { method, path: whole, key: keys.owner, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

async function importSpec(
  name: string,
  document: object,
): Promise<{ specId: string; versionId: string }> {
  const { body } = await spec("POST", "/import", { text: JSON.stringify(document), name });
  return { specId: String(body["spec"]?.["id"]), versionId: String(body["version"]?.["id"]) };
}

async function attach(specId: string, slug: string): Promise<string> {
  const { status, body, text } = await scene.inVersion("POST", "/references", { specId, slug });
  expect(status, text).toBe(201);
  return String(body["id"]);
}

async function save(content: string, title = "Embeds"): Promise<ResponseBody> {
  const { status, body, text } = await scene.inVersion("POST", "/pages", { title, content });
  expect(status, text).toBe(201);
  return body;
}

describe("embeds of operations and schemas", () => {
  it("without a target are reported when saved, shown as missing, and resolved once a reference exists", async () => {
    const saved = await save("{{endpoint GET /books}}\n\n{{schema Book}}\n");
    expect(saved["warnings"]).toMatchObject([
      { code: "EMBED_UNRESOLVED", line: 1, message: "There is no operation `GET /books`" },
      { code: "EMBED_UNRESOLVED", line: 3 },
    ]);
    expect(await readPage("embeds")).toContain("There is no operation <code>GET /books</code>.");
    const { specId } = await importSpec("Books", books("List <all> books"));
    await attach(specId, "api");
    const html = await readPage("embeds");
    const base = `/${scene.organization.slug}/handbook/api`;
    expect(html).toContain(`<a href="${base}/operations/list-books"><span class="lm-method`);
    expect(html).toContain("List &lt;all&gt; books");
    expect(html).toContain('<span class="lm-deprecated">deprecated</span>');
    expect(html).toContain('<span class="lm-embed-fact">At most 50</span>');
    expect(html).toContain(`<a href="${base}/schemas/book">Book</a>`);
    expect(html).toContain("<code>author.name</code>");
    expect(html).toContain("&lt;b&gt;What&lt;/b&gt; it is called");
    expect(html).not.toContain("There is no");
  });

  it("follow their reference when it is updated, moved and removed", async () => {
    const { specId, versionId } = await importSpec("Toys", { ...books(""), paths: {} });
    const endpoints = `/${specId}/versions/${versionId}/endpoints`;
    const endpoint = { path: "/toys", method: "get", summary: "List toys" };
    const { body: made } = await spec("POST", endpoints, endpoint);
    const id = await attach(specId, "toys");
    expect((await save("{{endpoint GET /toys}}", "Toys page"))["warnings"]).toBeUndefined();
    expect(await readPage("toys-page")).toContain("List toys");
    const { rowVersion } = made;
    const change = { ...endpoint, summary: "Every toy", rowVersion };
    await spec("PUT", `${endpoints}/${String(made["id"])}`, change);
    expect(await readPage("toys-page")).toContain("List toys");
    await scene.inVersion("PUT", `/references/${id}`, { specVersionId: versionId });
    const shown = await readPage("toys-page");
    expect(shown).toContain("Every toy");
    const [, href = ""] = /href="[^"]*handbook\/(toys\/operations\/[^"]*)"/.exec(shown) ?? [];

    const folder = await make(scene, "folders", { name: "Shop" });
    const place = { itemPublicId: id, parentFolderPublicId: folder.id };
    const moved = await scene.inVersion("POST", "/tree/move", place);
    expect(moved.status, moved.text).toBeLessThan(300);
    expect(href).not.toBe("");
    expect(await readPage(href)).toContain("Every toy");

    await scene.inVersion("DELETE", `/references/${id}`);
    expect(await readPage("toys-page")).toContain("There is no operation <code>GET /toys</code>.");
  });

  it("use the named one of several references, or else the first that has the target", async () => {
    const second = { "/second": { get: { operationId: "second", responses: {} } } };
    const { specId } = await importSpec("More", books("List other books", second));
    await attach(specId, "more");
    const content =
      "{{endpoint listBooks}}\n\n{{endpoint listBooks in more}}\n\n{{endpoint second}}\n";
    expect((await save(content, "Several"))["warnings"]).toBeUndefined();
    const html = await readPage("several");
    const found = [...html.matchAll(/href="[^"]*handbook(\/[^"]*\/operations\/[^"]*)"/g)];
    expect(found.map(([, href]) => href)).toEqual([
      "/api/operations/list-books",
      "/more/operations/list-books",
      "/more/operations/second",
    ]);
    const { warnings } = await save("{{endpoint second in api}}", "Wrong");
    expect(warnings).toMatchObject([{ message: "There is no operation `second in api`" }]);
  });

  it("are reported by file and line when pushed, like broken links", async () => {
    const other = await openDocsScene({ name: "Pushed" });
    const pushed = await push(other, {
      "reported.md": "---\ntitle: Reported\n---\n\n[gone](gone.md)\n\n{{schema Nothing}}\n",
    });
    expect(pushed.status, pushed.text).toBe(200);
    expect(pushed.body["warnings"]).toEqual([
      { path: "reported.md", message: "line 5: The link `gone.md` leads nowhere" },
      { path: "reported.md", message: "line 7: There is no schema `Nothing`" },
    ]);
  });
});
