import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { render } from "../testing/render.ts";

const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";
const folder = path.join(import.meta.dirname, "..");
const island = readFileSync(path.join(folder, "island/try-it.js"), "utf8");
const tokens = readFileSync(
  fileURLToPath(import.meta.resolve("@lintel/tokens/tokens.css")),
  "utf8",
);
const styles = tokens + readFileSync(path.join(folder, "reference.css"), "utf8");

/** Like a portal: shows the buttons, and loads the island at the first click. */
const loader = `for (const button of document.querySelectorAll("[data-try-it]")) {
  button.hidden = false;
  button.addEventListener("click", async () => (await import("/try-it.js")).openTryIt(button));
}
document.querySelector(".ref-servers").addEventListener("change", async ({ target }) =>
  (await import("/try-it.js")).chooseServer(target));`;

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const calls: Call[] = [];

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request) body += String(piece);
  return body;
}

/** The API under test: it allows every origin, and returns the request. */
const api = createServer((request, response) => {
  void readBody(request).then((body) => {
    if (request.url?.startsWith("/closed") === true) return response.end("{}");
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "authorization, content-type, x-trace");
    response.setHeader("Access-Control-Allow-Methods", "PUT");
    if (request.method === "OPTIONS") return response.end();
    calls.push({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      body,
    });
    const isMoved = request.url?.startsWith("/moved") === true;
    response.statusCode = isMoved ? 307 : 201;
    if (isMoved) response.setHeader("Location", "/v1/elsewhere");
    response.setHeader("Content-Type", "application/json");
    return response.end(
      '{"markup":"<img src=x onerror=document.title=1>","id":9223372036854775807,"none":[],"deep":{"price":1.0}}',
    );
  });
});

const pages = new Map<string, { readonly type: string; readonly text: string }>();

/** A portal with the portal's policy: no inline code, and calls only to the API. */
const portal = createServer((request, response) => {
  const found = pages.get(request.url ?? "");
  response.statusCode = found === undefined ? 404 : 200;
  response.setHeader("Content-Type", found?.type ?? "text/plain");
  response.setHeader(
    "Content-Security-Policy",
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${addressOf(api)} http://127.0.0.1:9`,
  );
  response.end(found?.text);
});

const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });

const makeDocument = () => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [
    { url: `${addressOf(api)}/v1` },
    { url: `${addressOf(api)}/closed` },
    { url: "http://127.0.0.1:9" },
    { url: `${addressOf(api)}/moved` },
  ],
  paths: {
    "/things/{id}": {
      put: {
        operationId: "putThing",
        summary: "Put a thing",
        description: "Puts it.",
        security: [{ bearer: [] }, { key: [], user: [] }, {}],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" }, example: "a/b" },
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
          { name: "dryRun", in: "query", schema: { type: "boolean" } },
          {
            name: "kinds",
            in: "query",
            schema: { type: "array", items: { enum: ["a", "b", "c"] } },
          },
          {
            name: "X-Trace",
            in: "header",
            required: true,
            schema: { type: "string" },
            example: "t1",
          },
        ],
        requestBody: { content: { "application/json": { example: { name: 'it\'s "one"' } } } },
        responses: {
          201: {
            description: "Put",
            content: {
              "application/json": {
                schema: { type: "object", properties: { id: { type: "string" } } },
              },
            },
          },
        },
      },
    },
    "/pictures": {
      put: {
        operationId: "putPicture",
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: {
                  title: { type: "string" },
                  picture: { type: "string", format: "binary" },
                },
              },
            },
          },
        },
        responses: {},
      },
    },
  },
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "query", name: "key" },
      user: { type: "http", scheme: "basic" },
    },
  },
});

describe.skipIf(!existsSync(executablePath))("the page of an operation in a browser", () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    await Promise.all([listen(api), listen(portal)]);
    const write = async (operation: string): Promise<string> => {
      const { html, title } = await render(makeDocument(), `operations/${operation}`);
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/reference.css"></head><body><main class="ref"><h1>${title}</h1>${html}</main><script type="module" src="/loader.js"></script></body></html>`;
    };
    pages.set("/", { type: "text/html", text: await write("put-thing") });
    pages.set("/picture", { type: "text/html", text: await write("put-picture") });
    pages.set("/try-it.js", { type: "text/javascript", text: island });
    pages.set("/loader.js", { type: "text/javascript", text: loader });
    pages.set("/reference.css", { type: "text/css", text: styles });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on("console", (message) => {
      if (/Content.Security|policy/i.test(message.text())) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(addressOf(portal));
  });

  afterAll(async () => {
    await browser.close();
    api.close();
    portal.close();
  });

  it("loads the form at the click, sends the input, and shows the response as text", async () => {
    expect(
      await page.evaluate(`performance.getEntriesByName("${addressOf(portal)}/try-it.js").length`),
    ).toBe(0);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByLabel("bearer (token)").fill("geheim");
    await page.getByLabel("tags (query)").fill('["x y", "z"]');
    await page.getByLabel("dryRun (query)").selectOption("true");
    await page.getByLabel("kinds (query)").selectOption(["a", "c"]);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".ref-try-status").waitFor();
    expect(calls).toMatchObject([
      {
        method: "PUT",
        url: "/v1/things/a%2Fb?tags=x%20y&tags=z&dryRun=true&kinds=a&kinds=c",
        headers: {
          authorization: "Bearer geheim",
          "x-trace": "t1",
          "content-type": "application/json",
        },
        body: '{\n  "name": "it\'s \\"one\\""\n}',
      },
    ]);
    expect(calls[0]?.headers["referer"]).toBeUndefined();
    expect(await page.locator(".ref-try-status").textContent()).toContain("201");
    expect(await page.locator(".ref-try-body").textContent()).toBe(
      `{
  "markup": "<img src=x onerror=document.title=1>",
  "id": 9223372036854775807,
  "none": [],
  "deep": {
    "price": 1.0
  }
}`,
    );
    expect(await page.locator(".ref-try-answer img").count()).toBe(0);
    expect(await page.title()).toBe("Put a thing");
    expect(problems).toEqual([]);
  });

  it("keeps no credential anywhere but in its field", async () => {
    const kept = await page.evaluate(
      `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML.includes("geheim")])`,
    );
    expect(kept).toBe(JSON.stringify([{}, {}, "", `${addressOf(portal)}/`, false]));
    expect(await page.evaluate("indexedDB.databases().then((all) => all.length)")).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Try it" }).click();
    expect(await page.getByLabel("bearer (token)").inputValue()).toBe("");
  });

  it("reports why a call is not possible, and requires the path parameters", async () => {
    await page.getByLabel("id (path, required)").fill("");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Not sent: id is needed.").waitFor();
    expect(calls).toHaveLength(1);
    await page.getByLabel("id (path, required)").fill("1");
  });

  it("requires one security alternative with all of its schemes", async () => {
    expect(await page.locator(".ref-try-ways input").count()).toBe(3);
    await page.getByRole("radio", { name: "key and user" }).check();
    expect(await page.getByLabel("bearer (token)").isVisible()).toBe(false);
    await page.getByLabel("key (key)").fill("k1");
    await page.getByLabel("user (user:password)").fill("ä:b");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".ref-try-status").waitFor();
    expect(calls.at(-1)).toMatchObject({
      url: "/v1/things/1?key=k1",
      headers: { authorization: "Basic w6Q6Yg==" },
    });
    await page.getByRole("radio", { name: "None" }).check();
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".ref-try-status").waitFor();
    expect(calls.at(-1)?.url).toBe("/v1/things/1");
    expect(calls.at(-1)?.headers["authorization"]).toBeUndefined();
  });

  it("shows the chosen server in samples and form, and the headers that an API must send", async () => {
    await page.locator(".ref-servers").selectOption(`${addressOf(api)}/closed`);
    await page
      .getByText("does not let this page read its answers (CORS)")
      .waitFor({ state: "detached" });
    expect(await page.locator(".ref-samples [data-language=bash]").textContent()).toContain(
      `${addressOf(api)}/closed/things/`,
    );
    expect(await page.getByLabel("Server").last().inputValue()).toBe(`${addressOf(api)}/closed`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("does not let this page read its answers (CORS)").waitFor();
    const needed = await page.locator(".ref-try-needed").textContent();
    expect(needed).toContain(`Access-Control-Allow-Origin: ${addressOf(portal)}`);
    expect(needed).toContain("Access-Control-Allow-Methods: PUT");
    expect(needed).toContain("Access-Control-Allow-Headers: content-type, x-trace");
  });

  it("sends nothing if the path leads to another server than the form shows", async () => {
    const other = await browser.newPage();
    await other.goto(addressOf(portal));
    const before = calls.length;
    // The button in a page that another program wrote.
    await other.evaluate(`for (const button of document.querySelectorAll("[data-try-it]")) {
      const template = JSON.parse(button.dataset.tryIt);
      template.servers = ["http://good.test"];
      template.route = "@${addressOf(api).slice("http://".length)}/y";
      button.dataset.tryIt = JSON.stringify(template);
      document.querySelector(".ref-servers").remove();
    }`);
    await other.getByRole("button", { name: "Try it" }).click();
    await other.getByLabel("bearer (token)").fill("geheim");
    await other.getByRole("button", { name: "Send" }).click();
    await other
      .getByText(
        `Not sent: The path leads to ${addressOf(api)}, which is not the server http://good.test.`,
      )
      .waitFor();
    expect(calls).toHaveLength(before);
    await other.close();
  });

  it("distinguishes a missing server from one that does not allow the page", async () => {
    await page.locator(".ref-servers").selectOption("http://127.0.0.1:9");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("no server responds at http://127.0.0.1:9").waitFor();
  });

  it("does not follow a redirect, which would send the headers to another address", async () => {
    await page.locator(".ref-servers").selectOption(`${addressOf(api)}/moved`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("The API redirects this request. It was not followed").waitFor();
    expect(calls.at(-1)?.url).toMatch(/^\/moved\/things\//);
  });

  it("shows one sample at a time without a script, chosen by its label or the keyboard", async () => {
    const still = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 900 },
    });
    const plain = await still.newPage();
    await plain.goto(addressOf(portal));
    const visible = async () =>
      (
        await plain.locator(".ref-tabs:has-text('Python') .ref-panel:visible").allTextContents()
      ).map((text) => text.slice(0, 12));
    expect(await visible()).toEqual(["curl --globo"]);
    await plain.getByText("Python", { exact: true }).click();
    expect(await visible()).toEqual(["import reque"]);
    await plain.keyboard.press("ArrowRight");
    expect(await visible()).toEqual(["package main"]);
    expect(await plain.getByRole("button").count()).toBe(0);
    expect(await plain.locator(".ref-servers").isVisible()).toBe(false);
    expect(await plain.locator(".ref-server").isVisible()).toBe(true);
    await still.close();
  });

  it("sends a form with its parts and files", async () => {
    const other = await browser.newPage();
    await other.goto(`${addressOf(portal)}/picture`);
    await other.getByRole("button", { name: "Try it" }).click();
    await other.getByLabel("title (form)").fill("Über uns");
    await other
      .getByLabel("picture (form)")
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("pixels") });
    await other.getByRole("button", { name: "Send" }).click();
    await other.locator(".ref-try-status").waitFor();
    const { headers, body = "" } = calls.at(-1) ?? {};
    expect(headers?.["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toMatch(/name="title"\r\n\r\nÜber uns\r\n/);
    expect(body).toMatch(
      /name="picture"; filename="a.png"\r\nContent-Type: image\/png\r\n\r\npixels/,
    );
    await other.close();
  });

  it("scrolls to the response, its body before its headers", async () => {
    const other = await browser.newPage({ viewport: { width: 1280, height: 600 } });
    await other.goto(addressOf(portal));
    await other.getByRole("button", { name: "Try it" }).click();
    await other.getByRole("button", { name: "Send" }).click();
    await other.locator(".ref-try-status").waitFor();
    const boxOf = async (name: string) => {
      const box = await other.locator(name).boundingBox();
      return { top: box?.y ?? -1, bottom: (box?.y ?? 0) + (box?.height ?? 9999) };
    };
    expect((await boxOf(".ref-try-status")).top).toBeGreaterThanOrEqual(0);
    const body = await boxOf(".ref-try-body");
    expect(body.bottom).toBeLessThanOrEqual(600);
    expect(body.bottom).toBeLessThanOrEqual((await boxOf(".ref-try-headers")).top);
    await other.close();
  });

  it("has two columns from 1200 px on, and in one without scrolling sideways on a phone", async () => {
    const left = async (name: string) => (await page.locator(name).first().boundingBox())?.x ?? -1;
    expect(await left(".ref-aside")).toBeGreaterThan(600);
    await page.setViewportSize({ width: 360, height: 740 });
    const top = async (name: string) => (await page.locator(name).first().boundingBox())?.y ?? -1;
    expect(await left(".ref-aside")).toBeLessThanOrEqual(await left(".ref-main"));
    expect(await top(".ref-aside")).toBeGreaterThan(await top(".ref-address"));
    expect(await top(".ref-aside")).toBeLessThan(await top(".ref-main"));
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });
});

describe("the island", () => {
  it("has at most 6 KB when it is compressed", () => {
    expect(gzipSync(island).length).toBeLessThanOrEqual(6 * 1024);
  });
});
