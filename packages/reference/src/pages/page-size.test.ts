import { describe, expect, it } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import { readPage } from "../testing/check-page.ts";
import { renderReferencePage } from "./render-page.ts";

/** Of 2,000 for a whole page; the portal's layout needs the others. */
const maxNodes = 1700;

/**
 * Schemas that refer to each other in circles, each with enough fields to use all nodes of a page.
 */
function growCircles(schemas: number, fields: number) {
  const refTo = (at: number) => ({ $ref: `#/components/schemas/Item${at % schemas}` });
  const members = Array.from({ length: schemas }, (_, at) => {
    const plain = Array.from({ length: fields }, (__, index) => [
      `field${index}`,
      { type: ["string", "null"], description: `The *field* ${index}.`, enum: ["a", "b", null] },
    ]);
    const properties = { next: refTo(at + 1), others: { type: "array", items: refTo(at + 3) } };
    return [
      `Item${at}`,
      { type: "object", properties: { ...properties, ...Object.fromEntries(plain) } },
    ];
  });
  const content = { "application/json": { schema: refTo(0) } };
  const answers = Object.fromEntries(
    ["200", "400", "404", "500"].map((status) => [status, { description: "So", content }]),
  );
  return {
    openapi: "3.1.0",
    paths: { "/items": { put: { requestBody: { content }, responses: answers } } },
    components: { schemas: Object.fromEntries(members) },
  };
}

describe("the page of an operation", () => {
  it.each([8, 40, 400])("has at most the nodes of a page: %s fields", async (fields) => {
    const plan = planReference(growCircles(8, fields));
    const page = await renderReferencePage(plan, "operations/put-items");
    const { nodes, errors } = readPage(page?.html ?? "");
    expect(errors).toEqual([]);
    expect(nodes).toBeGreaterThan(200);
    expect(nodes).toBeLessThanOrEqual(maxNodes);
  });

  it("is the same whatever pages were made before it", async () => {
    const document = growCircles(8, 40);
    const [plan, other] = [planReference(document), planReference(document)];
    const alone = await renderReferencePage(other, "operations/put-items");
    for (const path of plan.pages.keys()) await renderReferencePage(plan, path);
    const after = await renderReferencePage(plan, "operations/put-items");
    expect(after?.html).toBe(alone?.html);
    expect(after?.writeMarkdown()).toBe(alone?.writeMarkdown());
  });
});
