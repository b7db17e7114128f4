import { createRenderer } from "../create-renderer.ts";
import type { PageResolvers, RenderedPage } from "../values/page.types.ts";

const shared = createRenderer();

/** Renders a page with one renderer for all tests, as a server does. */
export const render = (source: string, resolvers?: PageResolvers): Promise<RenderedPage> =>
  shared.render(source, resolvers);

/** The HTML of a page without line breaks between its elements. */
export async function renderHtml(source: string, resolvers?: PageResolvers): Promise<string> {
  const { html } = await render(source, resolvers);
  return html.trim();
}

/** The codes of a page's warnings with their lines. */
export async function listWarnings(source: string, resolvers?: PageResolvers): Promise<string[]> {
  const { warnings } = await render(source, resolvers);
  return warnings.map(({ code, line }) => `${line} ${code}`);
}
