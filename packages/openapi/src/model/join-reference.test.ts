import { describe, expect, it } from "vitest";
import { listDesignUsages } from "../references/list-design-usages.ts";
import type { JsonObject } from "@lintel/json/value";
import type { Design } from "./design.types.ts";
import { joinDocument, splitDocument } from "../design-document.ts";

const response: JsonObject = {
  description: "A pet",
  headers: { "X-Rate": { schema: { $ref: "#/components/schemas/Rate" } } },
  content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
};

function split(written: JsonObject): Design {
  let count = 0;
  const paths = { "/pets": { get: { responses: { "200": written } } } };
  const options = { newId: () => String((count += 1)) };
  return splitDocument({ openapi: "3.1.2", paths }, options).design;
}

function joined(design: Design): unknown {
  const paths = joinDocument(design)["paths"] as Record<string, Record<string, JsonObject>>;
  const responses = paths["/pets"]?.["get"]?.["responses"] as JsonObject | undefined;
  return responses?.["200"];
}

const link = (design: Design, keys: readonly string[] | null): Design => ({
  ...design,
  responses: design.responses.map((row) => ({ ...row, ref: "#/components/responses/A", keys })),
});

const listTargets = (design: Design) => listDesignUsages(design).map(({ target }) => target);

describe("a response that refers to a component", () => {
  const reference = { $ref: "#/components/responses/A" };

  it("is written with the members that its keys name, and with all once the reference is removed", () => {
    const design = split(response);
    const linked = link(design, ["$ref"]);
    expect(joined(linked)).toEqual(reference);
    expect(joined(link(design, ["$ref", "description"]))).toEqual({
      ...reference,
      description: "A pet",
    });
    const responses = linked.responses.map((row) => ({ ...row, ref: null, keys: null }));
    expect(joined({ ...linked, responses })).toEqual(response);
  });

  it("is written with all members that an imported document has next to the reference", () => {
    const imported = { ...response, ...reference };
    expect(joined(split(imported))).toEqual(imported);
    const inOrder = { ...reference, ...response };
    expect(JSON.stringify(joined(split(inOrder)))).toBe(JSON.stringify(inOrder));
  });

  it("still uses what is kept behind the reference", () => {
    const linked = link(split(response), ["$ref"]);
    expect(listTargets(linked).toSorted()).toEqual(["A", "Pet", "Rate"]);
  });
});
