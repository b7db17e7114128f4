import { describe, expect, it } from "vitest";
import { lintDocument } from "../lint/lint-document.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { checkText, placeFindings, type PlacedFinding } from "./check-text.ts";
import { applyEdits } from "./edit-text.ts";

const yaml = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers:
  - url: https://api.example.org
security: []
paths:
  /books/:
    get:
      tags: [books]
      responses:
        "200":
          description: All books
`;

const json = JSON.stringify(
  {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1.0.0" },
    servers: [{ url: "https://api.example.org" }],
    security: [],
    paths: {
      "/books/": { get: { tags: ["books"], responses: { "200": { description: "All books" } } } },
    },
  },
  null,
  2,
);

async function lint(text: string): Promise<PlacedFinding[]> {
  const { value, source } = parseDocument(text);
  const { findings } = await lintDocument({ document: value });
  return placeFindings(source, value, findings);
}

const fixable = [
  "no-path-trailing-slash",
  "operation-4xx-response",
  "operation-operationId",
  "operation-summary",
  "operation-tag-defined",
];

describe.each([
  ["YAML", yaml],
  ["JSON", json],
  ["JSON in one line", JSON.stringify(JSON.parse(json))],
])("findings in %s", (_, text) => {
  it("have the place of what they are about", async () => {
    const found = (await lint(text)).find(({ rule }) => rule === "no-path-trailing-slash");
    expect(text.slice(found?.from, found?.to).replaceAll('"', "")).toBe("/books/");
    const line = text.slice(0, found?.from).split("\n").length;
    expect(found?.line).toBe(line);
  });

  it.each(fixable)("are gone after the fix of %s, and nothing else changes", async (rule) => {
    const before = await lint(text);
    const [fix] = before.find((each) => each.rule === rule)?.fixes ?? [];
    const fixed = applyEdits(text, fix?.edits ?? []);
    expect(fixed).not.toBe(text);
    const after = await lint(fixed);
    const rulesOf = (all: readonly PlacedFinding[]) => all.map((each) => each.rule);
    expect(rulesOf(after)).not.toContain(rule);
    // A declared tag has no description yet.
    const added = rulesOf(after).filter((each) => !rulesOf(before).includes(each));
    expect(added).toEqual(rule === "operation-tag-defined" ? ["tag-description"] : []);
  });

  it("are fixed all at once", async () => {
    let fixed = text;
    for (const rule of fixable) {
      const [fix] = (await lint(fixed)).find((each) => each.rule === rule)?.fixes ?? [];
      fixed = applyEdits(fixed, fix?.edits ?? []);
    }
    const { paths } = parseDocument(fixed).value as { paths: object };
    expect(paths).toEqual({
      "/books": {
        get: {
          summary: "Get books",
          operationId: "getBooks",
          tags: ["books"],
          responses: {
            "4XX": { description: "The request is not valid." },
            "200": { description: "All books" },
          },
        },
      },
    });
  });
});

describe("a text in an editor", () => {
  it("that cannot be parsed has one finding, where it ends to be a document", () => {
    const [found, ...more] = checkText("openapi: 3.1.0\ninfo:\n  title: [a\npaths: {}\n");
    expect(more).toEqual([]);
    expect(found).toMatchObject({ rule: "syntax", severity: "error", fixes: [] });
    expect(found?.line).toBeGreaterThanOrEqual(3);
  });

  it.each(["", "a", "[]", "swagger: '2.0'\ninfo: {title: a, version: '1'}\npaths: {}\n"])(
    "never throws: %j",
    (text) => {
      for (const found of checkText(text)) expect(found.to).toBeGreaterThanOrEqual(found.from);
    },
  );

  it("has the findings of Lintel's own rules", () => {
    const text = yaml.replace(
      "tags: [books]",
      "parameters: [{ $ref: '#/components/parameters/No' }]",
    );
    const rules = checkText(text).map(({ rule, line }) => `${line} ${rule}`);
    expect(rules.length).toBeGreaterThan(0);
    expect(rules[0]).toMatch(/^9 /);
  });
});
