import { parseDocument } from "@lintel/openapi/parse";
import { corpusNames, readCorpus } from "@lintel/openapi/testing/corpus";
import { describe, expect, it } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import {
  attributeOf,
  listDangers,
  listTwice,
  readPage,
  type SeenPage,
} from "../testing/check-page.ts";
import { renderReferencePage } from "./render-page.ts";

/** A whole page has at most 2,000 nodes; the portal's layout needs some of them. */
const maxNodes = 1700;

/** Links within the reference to pages that it does not have. */
function listLost(plan: ReferencePlan, { elements }: SeenPage): string[] {
  return elements
    .map((element) => attributeOf(element, "href") ?? "")
    .filter((href) => href.startsWith("/ref"))
    .map((href) => decodeURIComponent(href.slice("/ref/".length)))
    .filter((path) => !plan.pages.has(path));
}

async function checkPage(plan: ReferencePlan, path: string): Promise<string[]> {
  const page = await renderReferencePage(plan, path);
  const seen = readPage(page?.html ?? "");
  const kind = plan.pages.get(path)?.kind ?? "";
  const isOperation = kind === "operation" || kind === "webhook";
  const ids = new Set(seen.elements.map((element) => attributeOf(element, "id")));
  return [
    ...seen.errors,
    ...listTwice(seen, "id"),
    ...listDangers(seen),
    ...listLost(plan, seen),
    ...(isOperation && seen.nodes > maxNodes ? [`${seen.nodes} nodes`] : []),
    ...(page?.title === "" ? ["no title"] : []),
    ...(page?.headings ?? []).filter(({ id }) => !ids.has(id)).map(({ id }) => `no heading ${id}`),
    ...(page?.writeMarkdown().startsWith("# ") === true ? [] : ["no Markdown"]),
  ].map((wrong) => `${path}: ${wrong}`);
}

describe("the reference of a document from another author", () => {
  it.each(corpusNames.map((name) => [name]))(
    "has whole and safe pages: %s",
    async (name) => {
      const { value } = parseDocument(readCorpus(name), { bytes: 64 << 20, operations: 20_000 });
      const plan = planReference(value, { basePath: "/ref" });
      const wrong: string[] = [];
      for (const path of plan.pages.keys()) wrong.push(...(await checkPage(plan, path)));
      expect(wrong).toEqual([]);
      expect(plan.pages.size).toBeGreaterThan(0);
    },
    600_000,
  );
});
