import { describe, expect, it } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import { renderReferencePage } from "./render-page.ts";
import { plainText, render, withOperation } from "../testing/render.ts";

const page = (operation: object, rest: object = {}) =>
  render(withOperation(operation, rest), "operations/get-things");

const text = async (operation: object, rest: object = {}) =>
  plainText((await page(operation, rest)).html);

describe("the page of an operation", () => {
  it("shows its method and path with the variables marked", async () => {
    const { html } = await render(
      { openapi: "3.1.0", paths: { "/a/{id}": { delete: { responses: {} } } } },
      "operations/delete-a-id",
    );
    expect(html).toContain('<span class="ref-method ref-delete">DELETE</span>');
    expect(html).toContain("<var>{id}</var>");
  });

  it("warns of its sunset date, with a link to its successor", async () => {
    const successor = { "/new": { get: { operationId: "getNew", responses: {} } } };
    const document = withOperation({
      deprecated: true,
      "x-sunset": "2031-05-01",
      "x-lintel-successor": "GET /new",
    }) as { paths: object };
    const described = { ...document, paths: { ...document.paths, ...successor } };
    const { html, markdown } = await render(described, "operations/get-things");
    expect(plainText(html)).toContain("Deprecated. It ends on 2031-05-01. Use GET /new instead.");
    expect(html).toContain('<a href="/ref/operations/get-new">GET /new</a>');
    expect(markdown).toContain("It ends on 2031-05-01");
    const deprecations = new Map([
      [
        "GET /things",
        { sunset: "2040-01-01", successor: { title: "v2", href: "https://v2.test/" } },
      ],
    ]);
    const other = await render(described, "operations/get-things", { deprecations });
    expect(other.html).toContain('It ends on 2040-01-01. Use <a href="https://v2.test/"');
  });

  it("shows a plan of the portal with the days left and how to migrate, whatever variables are called", async () => {
    const paths = { "/a/{id}": { get: { summary: "Read an A" } }, "/b": { get: {} } };
    const document = { openapi: "3.1.0", paths };
    const plan = {
      sunset: "2031-05-01T00:00:00.000Z",
      daysLeft: 12,
      successor: "GET /b",
      migrationGuide: "Send `q`. <script>",
    };
    const options = { deprecations: new Map([["GET /a/{}", plan]]) };
    const { html, markdown } = await render(document, "operations/get-a-id", options);
    expect(plainText(html)).toContain(
      "Deprecated. It ends on 2031-05-01, in 12 days. Use GET /b instead. How to migrate Send",
    );
    expect(html).not.toContain("<script>");
    expect(markdown).toContain("How to migrate");
    const list = await render(document, "deprecations", options);
    expect(plainText(list.html)).toContain("Ending GET Read an A /a/{id} · It ends on 2031-05-01");
    const over = new Map([["GET /a/{}", { ...plan, daysLeft: 0, isOver: true }]]);
    const ended = await render(document, "deprecations", { deprecations: over });
    expect(plainText(ended.html)).toContain("It ended on 2031-05-01.");
    await expect(render(document, "deprecations")).rejects.toThrow("No page deprecations");
  });

  it("warns on every page of an operation, and on the overview, where the version is deprecated", async () => {
    const options = { versionDeprecation: { sunset: "2031-05-01T14:30:00Z", daysLeft: 1 } };
    for (const path of ["", "operations/get-things", "deprecations"]) {
      const { html } = await render(withOperation({}), path, options);
      expect(plainText(html), path).toContain(
        "This version is deprecated. It ends on 2031-05-01 14:30 UTC, in 1 day.",
      );
    }
  });

  it("shows parameters by location, those of the operation before those of the path", async () => {
    const document = {
      openapi: "3.2.0",
      paths: {
        "/a/{id}": {
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
            { name: "q", in: "query", description: "of the path", schema: { type: "string" } },
          ],
          get: {
            parameters: [
              {
                name: "q",
                in: "query",
                description: "own",
                schema: { type: "array", items: { type: "string" } },
                style: "pipeDelimited",
                explode: false,
                deprecated: true,
              },
              {
                name: "X-A",
                in: "header",
                schema: { type: "integer", minimum: 1, maximum: 9, default: 3 },
              },
              { name: "Authorization", in: "header", schema: {} },
              { name: "sid", in: "cookie", schema: { enum: ["a", "b"] }, example: "b" },
              {
                name: "all",
                in: "querystring",
                content: {
                  "application/json": {
                    schema: { type: "object", properties: { deep: { type: "boolean" } } },
                  },
                },
              },
            ],
            responses: {},
          },
        },
      },
    };
    const seen = plainText((await render(document, "operations/get-a-id")).html);
    expect(seen).toMatch(
      /Path parameters id required string <uuid> Query parameters q array of string deprecated own Style: pipeDelimited/,
    );
    expect(seen).toContain("Query string all object");
    expect(seen).toContain("deep boolean");
    expect(seen).toContain("Headers X-A integer Default: 3 At least 1 At most 9");
    expect(seen).toContain('Cookies sid string Allowed: "a" , "b" Example: "b"');
    expect(seen).not.toContain("Authorization any");
    expect(seen).not.toContain("of the path");
  });

  it("shows security: alternatives, combinations, scopes, or none", async () => {
    const components = {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        oauth: { type: "oauth2", flows: {} },
      },
    };
    const security = [{ oauth: ["read", "write"], key: [] }, {}];
    const seen = await text({ security, responses: {} }, { components });
    expect(seen).toContain(
      "oauth – OAuth 2.0 with read , write and key – API key in the header as X-Key",
    );
    expect(seen).toContain("or without authentication");
    expect(await text({ security: [], responses: {} }, { components })).toContain(
      "Authentication None",
    );
  });

  it("shows bodies per media type, items of sequences, headers, links and callbacks", async () => {
    const order = { type: "object", properties: { id: { type: "string" } } };
    const seen = await text(
      {
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Order" } },
            "application/xml": { schema: { $ref: "#/components/schemas/Order" } },
            "multipart/form-data": { schema: order, encoding: { id: { contentType: "text/csv" } } },
          },
        },
        responses: {
          200: {
            description: "All",
            headers: { "X-Next": { schema: { type: "string" }, description: "cursor" } },
            content: {
              "application/jsonl": { itemSchema: { $ref: "#/components/schemas/Order" } },
            },
            links: {
              again: { operationId: "getThings", parameters: { id: "$response.body#/id" } },
            },
          },
          "4XX": { $ref: "#/components/responses/Bad" },
        },
        callbacks: {
          paid: {
            "{$request.body#/hook}": {
              post: { description: "We call you", responses: { 204: { description: "thanks" } } },
            },
          },
        },
      },
      {
        components: {
          schemas: { Order: order },
          responses: { Bad: { description: "Went wrong" } },
        },
      },
    );
    expect(seen).toContain("The same as application/json");
    expect(seen).toContain("id is sent as text/csv");
    expect(seen).toContain("Each item: Order");
    expect(seen).toContain("X-Next string cursor");
    expect(seen).toMatch(/Link again → GET \/things with id from \$response\.body#\/id/);
    expect(seen).toContain("4XX Went wrong");
    expect(seen).toContain("paid: POST {$request.body#/hook} We call you");
    expect(seen).toContain('{"id":"string"} {"id":"string"}');
  });

  it("prefers examples of the document to generated ones, in every form of 3.2", async () => {
    const content = {
      "application/json": {
        schema: { type: "object", properties: { made: { type: "string" } } },
        examples: {
          one: { summary: "The first", dataValue: { given: 1 } },
          two: { serializedValue: "as sent" },
          three: { externalValue: "https://example.test/three.json" },
          four: { externalValue: "javascript:alert(1)" },
        },
      },
    };
    const { html } = await page({ responses: { 200: { content } } });
    expect(plainText(html)).toContain('The first { "given": 1 }');
    expect(plainText(html)).toContain("as sent");
    expect(html).toContain('href="https://example.test/three.json"');
    expect(html).not.toContain('href="javascript');
    expect(plainText(html)).not.toContain('"made": "string"');
  });

  it("shows the meaning of each collapsed response, and an example of each in a tab", async () => {
    const problem = {
      type: "object",
      required: ["status"],
      properties: { status: { type: "integer", example: 404 }, title: { type: "string" } },
    };
    const content = { "application/problem+json": { schema: problem } };
    const { html, markdown } = await page({
      responses: {
        200: {
          description: "All of them.",
          content: {
            "application/json": {
              schema: { type: "object", properties: { status: { type: "integer", example: 7 } } },
            },
          },
        },
        204: { description: "Nothing." },
        404: { description: "There is **none**.", content },
        "5XX": { description: "Broken.", content },
        default: { description: "Else.", content },
      },
    });
    expect(html).toContain("<summary><code>200</code> All of them.</summary>");
    expect(html).toContain('<p class="ref-fold"><code>204</code> Nothing.</p>');
    expect(html).toContain("<summary><code>404</code> There is none.</summary>");
    expect(plainText(html)).toContain("There is **none**.");
    expect(markdown).toContain("**`204` Nothing.**");
    const labels = Array.from(
      html.matchAll(/<label for="answers-\d">(\w+)</g),
      ([, label]) => label,
    );
    expect(labels).toEqual(["200", "404", "5XX", "default"]);
    const panels = plainText(html.slice(html.indexOf("answers-0"), html.indexOf("ref-main")));
    expect(panels).toContain('"status": 7');
    expect(panels).toMatch(/"status": 404.*"status": 500.*"status": 404/);
  });

  it("shows its address with the servers, and samples before all fields", async () => {
    const one = await page({ responses: {} });
    expect(one.html).toContain(
      '<span class="ref-server">https://api.test/v1</span><code>/things</code>',
    );
    expect(one.html).not.toContain("<select");
    const servers = [
      { url: "https://a.test" },
      { url: "https://{zone}.test", variables: { zone: { default: "b" } } },
    ];
    const { html } = await page(
      { parameters: [{ name: "q", in: "query" }], responses: {} },
      { servers },
    );
    expect(html).toContain(
      '<select class="ref-servers" aria-label="Server"><option>https://a.test</option><option>https://b.test</option></select>',
    );
    expect(html).toMatch(/class="ref-copy" hidden>Copy<.*class="ref-try".*>Try it</);
    const order = ["ref-top", "ref-address", "ref-aside", "ref-main", "Query parameters"];
    const places = order.map((part) => html.indexOf(part));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    const none = await page({ responses: {} }, { servers: [] });
    expect(none.html).not.toContain("ref-server");
  });

  it("shows numbers as they are written", async () => {
    const document = JSON.stringify(
      withOperation({
        parameters: [
          {
            name: "id",
            in: "query",
            schema: { type: "integer", maximum: "@9223372036854775807@", multipleOf: "@1.0@" },
          },
        ],
        responses: {
          200: {
            description: "So",
            content: { "application/json": { schema: { enum: ["@9223372036854775807@"] } } },
          },
        },
      }),
    ).replaceAll(/"@|@"/g, "");
    const { html } = await render(document, "operations/get-things");
    expect(plainText(html)).toContain("At most 9223372036854775807");
    expect(plainText(html)).toContain("A multiple of 1.0");
    expect(html).toContain('<span class="ref-word">9223372036854775807</span>');
    expect(html).not.toContain("775808");
  });

  it("has the same content in Markdown, and as text for searching", async () => {
    const {
      markdown,
      text: found,
      headings,
      description,
    } = await page({
      summary: "List things",
      description: "Gives **all** things.",
      parameters: [
        { name: "limit", in: "query", description: "How many", schema: { type: "integer" } },
      ],
      responses: { 200: { description: "Fine" } },
    });
    expect(markdown).toMatch(/^# List things\n\n`GET \/things`\n\nGives \*\*all\*\* things\.\n/);
    expect(markdown).toContain("- `limit` — integer\n\n  How many");
    expect(markdown).toContain("```bash\ncurl --globoff");
    expect(found).toContain("limit\nHow many");
    expect(found).not.toContain("curl");
    expect(headings.map(({ text: title }) => title)).toEqual([
      "Authentication",
      "Parameters",
      "Query parameters",
      "Responses",
    ]);
    expect(description).toBe("Gives all things.");
  });

  it("has texts rendered by the caller, each with ids of its own", async () => {
    const asked: string[] = [];
    const renderMarkdown = async (markdown: string) => {
      asked.push(markdown);
      return Promise.resolve(`<b id="up" data-id="up">${markdown}</b><a href="#up">up</a>`);
    };
    const document = withOperation({
      description: "*same*",
      responses: { 200: { description: "*same*" }, 404: { description: "*other*" } },
    });
    const plan = planReference(document, { renderMarkdown });
    const first = await renderReferencePage(plan, "operations/get-things");
    const found = /<b id="([^"]*)" data-id="up">\*\w+\*<\/b><a href="#\1">/g;
    const ids = Array.from((first?.html ?? "").matchAll(found), ([, id]) => id);
    expect(new Set(ids).size).toBe(3);
    const times = asked.length;
    const again = await renderReferencePage(plan, "operations/get-things");
    expect(again?.html).toBe(first?.html);
    expect(asked).toHaveLength(times);
  });
});
