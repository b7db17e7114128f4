import { renderReferencePage, type ReferencePage } from "../pages/render-page.ts";
import { planReference } from "../plan/plan-reference.ts";
import type { ReferenceOptions } from "../plan/reference.types.ts";

/** A page with its other formats. */
export interface RenderedPage extends ReferencePage {
  readonly text: string;
  readonly markdown: string;
}

/** A page of a document; throws if the plan does not have it. */
export async function render(
  document: unknown,
  path: string,
  options: ReferenceOptions = {},
): Promise<RenderedPage> {
  const plan = planReference(document, { basePath: "/ref", ...options });
  const page = await renderReferencePage(plan, path);
  if (page === null) throw new Error(`No page ${path} among ${[...plan.pages.keys()].join(", ")}`);
  return { ...page, text: page.writeText(), markdown: page.writeMarkdown() };
}

/** A document with one operation, `GET /things`, at `operations/get-things`. */
export const withOperation = (operation: object, rest: object = {}): object => ({
  openapi: "3.2.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.test/v1" }],
  paths: { "/things": { get: { operationId: "getThings", ...operation } } },
  ...rest,
});

/** A document with one schema, at `schemas/thing`. */
export const withSchema = (schema: unknown, others: object = {}, version = "3.1.0"): object => ({
  openapi: version,
  info: { title: "Things", version: "1" },
  paths: {},
  components: { schemas: { Thing: schema, ...others } },
});

/** HTML without the elements of tokens within its code. */
export const withoutColours = (html: string): string =>
  html.replaceAll(/<span class="ref-(?:key|string|word)">([^<]*)<\/span>/g, "$1");

/** The text of a page's main part, as a reader sees it. */
export const plainText = (html: string): string =>
  withoutColours(html)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
