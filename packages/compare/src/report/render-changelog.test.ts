import { describe, expect, it } from "vitest";
import { compareDocuments } from "../compare-documents.ts";
import { makeBody, makeDocument, makeOperation } from "../testing/example-documents.ts";
import { renderChangelog } from "./render-changelog.ts";

describe("the changelog", () => {
  it("says that nothing changed", () => {
    const document = makeOperation({});
    expect(renderChangelog(compareDocuments(document, document))).toBe(
      "# Changes\n\nNothing changed.\n",
    );
  });

  it("lists the most severe changes first, by endpoint or component", () => {
    const schemas = (more: object) => ({
      components: { schemas: { It: { type: "string", ...more } } },
    });
    const reference = { $ref: "#/components/schemas/It" };
    const before = makeBody(reference, "request", schemas({}));
    const after = makeBody(reference, "request", schemas({ minLength: 2, description: "New" }));
    expect(renderChangelog(compareDocuments(before, after))).toBe(
      [
        "# Changes",
        "",
        "Clients break. The next version is a major one.",
        "",
        "## Breaking changes",
        "",
        "### Component It",
        "",
        "- minLength rises from none to 2. Requests that were accepted can be refused. (in the request) `/components/schemas/It/minLength`, `min-length-raised`",
        "",
        "## Other changes",
        "",
        "### Component It",
        "",
        "- description changes. Only the text changes. (in the request) `/components/schemas/It/description`, `documentation-changed`",
        "",
      ].join("\n"),
    );
  });

  it("writes text of the documents so that none of it is Markdown or HTML", () => {
    const hostile = "/a<script>`*[x](javascript:alert)";
    const before = makeDocument({ paths: {} });
    const after = makeDocument({ paths: { [hostile]: { get: { responses: {} } } } });
    const text = renderChangelog(compareDocuments(before, after));
    const outsideOfCode = text.replace(/(?<!\\)`[^`]*`/g, "");
    expect(outsideOfCode).not.toMatch(/(?<!\\)[<[`*]/);
    expect(outsideOfCode).toContain(String.raw`\<script\>`);
  });

  it("says how many changes it leaves out", () => {
    const result = compareDocuments(
      makeOperation({}),
      makeOperation({ operationId: "a", tags: ["b"], deprecated: true }),
      { maximumChanges: 1 },
    );
    expect(result.changes).toHaveLength(1);
    expect(result.omittedChanges).toBe(2);
    expect(renderChangelog(result)).toContain("2 further changes are not listed.");
  });
});
