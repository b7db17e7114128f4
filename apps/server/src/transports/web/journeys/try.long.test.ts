import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember } from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import { startTargetApi } from "../../../testing/target-api.ts";
import {
  keepScene,
  look,
  openWebScene,
  type JourneyPage,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;
let slugs: string;
let opened: JourneyPage[];

describe.skipIf(!hasBrowser)("trying a request", () => {
  keepScene(async () => {
    scene = await openWebScene("try");
    const { testApp, organization, projectId } = scene;
    const { key } = organization.owner;
    const read = (path: string) => request(testApp, { method: "GET", path, key });
    const { body } = await read("/api/organization");
    const project = await read(`/api/projects/${projectId}`);
    slugs = `${String(body["slug"])}/${String(project.body["slug"])}`;
    opened = [];
    return scene;
  });
  afterEach(() => {
    // The browser reports each refusal of the service as well.
    const problems = opened
      .splice(0)
      .flatMap((one) => one.problems.filter((each) => !each.includes("status of 400")));
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });

  async function open(userId = scene.organization.owner.userId, rest = "try"): Promise<Page> {
    const journey = await scene.open(userId);
    opened.push(journey);
    const { page } = journey;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${scene.origin}/${slugs}/${rest}`);
    return page;
  }

  it("sends a pasted curl command, shows the answer, and opens it again from the history", async () => {
    await using api = await startTargetApi({
      "/books": (_, response) => {
        response.setHeader("content-type", "application/json");
        response.setHeader("set-cookie", "sid=1; Path=/");
        response.end('{"title":"<img src=x onerror=alert(1)>"}');
      },
    });
    const page = await open();
    const command = `curl '${api.url}/books' -H 'X-Trace: 7' -k`;
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(command)})`);
    await page.getByLabel("Address").focus();
    await page.keyboard.press("Control+V");
    await page.getByText("--insecure has no counterpart").waitFor();
    expect(await page.getByLabel("Headers").inputValue()).toBe("X-Trace: 7");
    await page.keyboard.press("Control+Enter");
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByText("200").waitFor();
    expect(api.reached[0]?.headers["x-trace"]).toBe("7");
    expect(await answer.getByLabel("Body").textContent()).toContain('{\n  "title": "<img');
    await answer.getByRole("tab", { name: "Cookies 1" }).click();
    await answer.getByText("1; Path=/").waitFor();
    await answer.getByRole("tab", { name: "Timing" }).click();
    await answer.getByText("Until the answer began").waitFor();
    await look(page);
    await page.getByRole("navigation", { name: "History" }).getByRole("link").first().click();
    await page.waitForURL(/\/try\/[0-9a-f-]{36}$/);
    expect(await page.getByLabel("Address").inputValue()).toBe(`${api.url}/books`);
    await page.getByRole("region", { name: "Answer" }).getByText("200").waitFor();
  });

  it("reads a curl command that was typed instead of sending it as an address", async () => {
    await using api = await startTargetApi({ "/books": (_, response) => response.end("[]") });
    const page = await open();
    await page.getByLabel("Address").fill(`curl -X DELETE '${api.url}/books'`);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => page.getByLabel("Address").inputValue()).toBe(`${api.url}/books`);
    expect(await page.getByLabel("Method").inputValue()).toBe("DELETE");
    expect(api.reached).toEqual([]);
  });

  it("uses an environment, and saves the request as a case", async () => {
    await using api = await startTargetApi();
    const { testApp, projectId, organization } = scene;
    const { key } = organization.owner;
    const environment = { name: "Local", baseUrl: api.url, variables: [{ name: "id", value: 7 }] };
    const path = `/api/projects/${projectId}/environments`;
    await request(testApp, { method: "POST", path, key, body: environment });
    const page = await open();
    await page.getByLabel("Environment").selectOption("Local");
    await page.getByLabel("Address").fill("/ok?id={{id}}");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("region", { name: "Answer" }).getByText("200").waitFor();
    expect(api.reached[0]?.path).toBe("/ok?id=7");
    await page.getByRole("button", { name: "Save as case" }).click();
    await page.getByLabel("Name").fill("Is there");
    await page.getByRole("button", { name: "Save case" }).click();
    await page.getByText("Case “Is there” saved").waitFor();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("menuitem", { name: "Python" }).click();
    await page.getByText("Copied as Python").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toContain(`${api.url}/ok?id={{id}}`);
  });

  it("says why there is no answer, and what is wrong with the request", async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByLabel("Environment").selectOption("");
    await page.getByLabel("Address").fill("http://169.254.169.254/");
    await page.getByLabel("Address").press("Control+Enter");
    await page.getByText("No answer").waitFor();
    await page.getByLabel("Address").fill("/{{unknown}}");
    await page.getByLabel("Address").press("Control+Enter");
    await page.getByRole("alert").getByText("cannot be sent").waitFor();
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(390);
  });

  it("begins with the examples of an endpoint", async () => {
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Shop", version: "1.0.0" },
      paths: {
        "/books/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: {}, example: 7 }],
          post: { requestBody: { content: { "application/json": { example: { a: 1 } } } } },
        },
      },
    });
    const { specId, versionId } = await scene.importDocument(text);
    const page = await open(undefined, `specs/${specId}/${versionId}`);
    await page.getByText("/books/{id}").first().click();
    await page.getByRole("button", { name: "Actions of POST /books/{id}" }).click();
    await page.getByRole("menuitem", { name: "Try request" }).click();
    // The designer has a method as well.
    await page.getByRole("heading", { name: "Try a request" }).waitFor();
    await page.getByLabel("Method").waitFor();
    expect(await page.getByLabel("Method").inputValue()).toBe("POST");
    expect(await page.getByLabel("Address").inputValue()).toBe("/books/{id}");
    expect(await page.getByLabel("id", { exact: true }).inputValue()).toBe("7");
    expect(JSON.parse(await page.getByLabel("Content").inputValue())).toEqual({ a: 1 });
  });

  it("shows the parameters and servers that the document declares, and sends and copies what is shown", async () => {
    await using api = await startTargetApi({ "/v2/books/7": (_, response) => response.end("[]") });
    const { specId, versionId } = await scene.importDocument(declaringDocument(api.url));
    const tree = await readTree(specId, versionId);
    const page = await open(undefined, `try?spec=${specId}&endpoint=${tree[0] ?? ""}`);
    await page.getByLabel("Environment").selectOption("");
    await page.getByText("Which book.").waitFor();
    // Nothing is sent without what the request needs.
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Enter a value of id.").waitFor();
    expect(api.reached).toEqual([]);
    await page.keyboard.type("7");
    await page.getByLabel("sort", { exact: true }).selectOption("title");
    expect(await page.getByRole("checkbox", { name: "Send sort" }).isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: "Send limit" }).check();
    expect(await page.getByLabel("limit", { exact: true }).inputValue()).toBe("20");
    await page.getByRole("group", { name: "formats" }).getByText("epub").click();
    await page.getByRole("group", { name: "formats" }).getByText("paper").click();
    await page.getByLabel("X-Trace", { exact: true }).fill("on");
    await page.getByLabel("session", { exact: true }).fill("s1");
    await page.getByLabel("version", { exact: true }).selectOption("v2");
    // What the document does not declare can be added.
    await page.getByLabel("Address").fill("/books/{id}?debug=1");
    await page.getByLabel("Headers", { exact: true }).fill("Cookie: theme=dark\nX-Other: 1");
    const sent = `${api.url}/v2/books/7?debug=1&sort=title&limit=20&formats=epub,paper`;
    await page.getByText(`Sends GET ${sent}`).waitFor();
    await look(page);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("menuitem", { name: "curl" }).click();
    await page.getByText("Copied as curl").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    for (const part of [sent, "X-Trace: on", "Cookie: session=s1; theme=dark", "X-Other: 1"])
      expect(copied).toContain(part);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("region", { name: "Answer" }).getByText("200").waitFor();
    expect(api.reached[0]?.path).toBe(sent.slice(api.url.length));
    expect(api.reached[0]?.headers).toMatchObject({ cookie: "session=s1; theme=dark" });
  });

  async function readTree(specId: string, versionId: string): Promise<string[]> {
    const { testApp, projectId, organization } = scene;
    const path = `/api/projects/${projectId}/specs/${specId}/versions/${versionId}/tree`;
    const { body } = await request(testApp, { method: "GET", path, key: organization.owner.key });
    const endpoints = body["endpoints"] as unknown as { id: string }[];
    return endpoints.map(({ id }) => id);
  }

  it("is not offered to a viewer", async () => {
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const page = await open(viewer.userId);
    await page.getByText("Nothing sent yet").waitFor();
    expect(await page.getByRole("button", { name: "Send request" }).count()).toBe(0);
  });
});

/** An operation whose parameters are of every place, and partly those of components. */
function declaringDocument(url: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Library", version: "1.0.0" },
    servers: [
      {
        url: `${url}/{version}`,
        description: "Here",
        variables: { version: { default: "v1", enum: ["v1", "v2"] } },
      },
    ],
    paths: {
      "/books/{id}": {
        parameters: [
          { name: "id", in: "path", required: true, description: "Which book.", schema: {} },
        ],
        get: {
          parameters: [
            { name: "sort", in: "query", schema: { $ref: "#/components/schemas/Sort" } },
            { $ref: "#/components/parameters/Limit" },
            {
              name: "formats",
              in: "query",
              explode: false,
              schema: { type: "array", items: { enum: ["epub", "pdf", "paper"] } },
            },
            { name: "X-Trace", in: "header", schema: { type: "string" } },
            { name: "session", in: "cookie", schema: { type: "string" } },
          ],
          responses: { 200: { description: "A book." } },
        },
      },
    },
    components: {
      schemas: { Sort: { type: "string", enum: ["author", "title"] } },
      parameters: {
        Limit: { name: "limit", in: "query", schema: { type: "integer", default: 20 } },
      },
    },
  });
}
