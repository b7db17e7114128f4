import { describe, expect, it } from "vitest";
import { planReference } from "./plan-reference.ts";

const operation = (fields: object = {}) => ({ responses: {}, ...fields });

describe("the plan of a reference", () => {
  it("groups operations by their first tag, in the order of the document, the untagged last", () => {
    const plan = planReference({
      openapi: "3.1.0",
      tags: [{ name: "b" }, { name: "unused" }, { name: "a" }],
      paths: {
        "/1": { get: operation() },
        "/2": { get: operation({ tags: ["late"] }), put: operation({ tags: ["a", "b"] }) },
        "/3": { get: operation({ tags: ["b", "a"] }) },
      },
    });
    expect(
      plan.tags.map(({ title, operations }) => [title, operations.map(({ route }) => route)]),
    ).toEqual([
      ["b", ["/3"]],
      ["a", ["/2"]],
      ["late", ["/2"]],
      ["Default", ["/1"]],
    ]);
  });

  it("nests tags of 3.2 below their parents, and leaves a circle open", () => {
    const plan = planReference({
      openapi: "3.2.0",
      tags: [
        { name: "top", summary: "The top" },
        { name: "child", parent: "top" },
        { name: "x", parent: "y" },
        { name: "y", parent: "x" },
      ],
      paths: {
        "/1": { get: operation({ tags: ["child"] }), put: operation({ tags: ["x"] }) },
        "/2": { get: operation({ tags: ["y"] }) },
      },
    });
    const [, top] = plan.navigation;
    expect(top).toMatchObject({
      title: "The top",
      path: "tags/top",
      children: [{ title: "child" }],
    });
    expect(
      plan.tags.map(({ name, children }) => [name, children.map((child) => child.name)]),
    ).toEqual([
      ["top", ["child"]],
      ["y", ["x"]],
    ]);
  });

  it("lists every method: QUERY, and additional ones as they are sent", () => {
    const plan = planReference({
      openapi: "3.2.0",
      paths: {
        "/a": {
          query: operation(),
          additionalOperations: { Link: operation() },
          summary: "no operation",
        },
      },
      webhooks: { shipped: { post: operation() } },
    });
    expect(
      [...plan.operations, ...plan.webhooks].map(({ method, path }) => `${method} ${path}`),
    ).toEqual(["QUERY operations/query-a", "Link operations/link-a", "POST webhooks/shipped"]);
    expect(plan.navigation.map(({ title, path }) => [title, path])).toContainEqual([
      "Webhooks",
      null,
    ]);
  });

  it("gives each page an address of its own, whatever the names are", () => {
    const plan = planReference({
      openapi: "3.1.0",
      paths: {
        "/a": {
          get: operation({ operationId: "readItem" }),
          put: operation({ operationId: "read-item" }),
        },
        "/b": {
          get: operation({ operationId: "Read Item" }),
          put: operation({ operationId: "///" }),
        },
        "/é{x}": { get: operation({ operationId: "  " }) },
      },
      components: { schemas: { A: {}, a: {}, __proto__: {}, constructor: {}, 日本: {}, "": {} } },
    });
    expect(plan.operations.map(({ path }) => path)).toEqual([
      "operations/read-item",
      "operations/put-a",
      "operations/get-b",
      "operations/put-b",
      "operations/get-e-x",
    ]);
    const shown = plan.pages.size;
    expect(shown).toBe(1 + plan.tags.length + plan.operations.length * 2 + plan.schemas.length);
    expect(plan.schemas.map(({ path }) => path)).toEqual([
      "schemas/a",
      "schemas/a-2",
      "schemas/constructor",
      "schemas/日本",
      "schemas/schema",
    ]);
  });

  it("accepts JSON as text, and values that are no document", () => {
    expect(planReference('{"info":{"title":"T"}}').title).toBe("T");
    for (const odd of [
      null,
      5,
      [],
      { paths: [], tags: {}, webhooks: "x", components: { schemas: 1 } },
    ]) {
      expect([...planReference(odd).pages.keys()]).toEqual([""]);
    }
    expect(() => planReference("{")).toThrow(SyntaxError);
  });
});
