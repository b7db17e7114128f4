import { createIndex, close as closePagefind } from "pagefind";
import type { Browser } from "playwright-core";
import { hostSite, type SiteFile } from "./static-host.ts";

/** A page as Pagefind reads it. */
export interface FoundablePage {
  readonly address: string;
  readonly title: string;
  /** Of the text only. */
  readonly html: string;
}

/**
 * Addresses of the pages that each query finds, best first, as returned by Pagefind's script in a
 * browser.
 */
export async function searchWithPagefind(
  browser: Browser,
  pages: readonly FoundablePage[],
  queries: readonly string[],
  take: number,
): Promise<string[][]> {
  await using host = await hostSite(await makeIndex(pages));
  const page = await browser.newPage();
  await page.goto(`${host.url}/`);
  const found = await page.evaluate(ask, { queries, take });
  await page.close();
  return found;
}

async function makeIndex(pages: readonly FoundablePage[]): Promise<Map<string, SiteFile>> {
  const { index, errors } = await createIndex();
  if (index === undefined) throw new Error(`Pagefind made no index: ${errors.join(" ")}`);
  for (const { address, title, html } of pages) {
    const heading = html.includes("<h1") ? "" : `<h1>${title}</h1>`;
    const content = `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main data-pagefind-body>${heading}${html}</main></body></html>`;
    await index.addHTMLFile({ url: address, content });
  }
  const { files } = await index.getFiles();
  await closePagefind();
  const page = "<!doctype html><html lang=en><title>Search</title>";
  return new Map<string, SiteFile>([
    ["/", { headers: { "content-type": "text/html" }, body: Buffer.from(page) }],
    ...files.map(({ path, content }) => {
      const type = path.endsWith(".js") ? "text/javascript" : "application/octet-stream";
      const name = `/pagefind/${path.replace(/^\/?pagefind\//, "")}`;
      return [name, { headers: { "content-type": type }, body: content }] as const;
    }),
  ]);
}

interface Pagefind {
  search(query: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
}

/** Runs in the page. */
async function ask(asked: { queries: readonly string[]; take: number }): Promise<string[][]> {
  const script = "/pagefind/pagefind.js";
  const pagefind = (await import(script)) as Pagefind;
  const all: string[][] = [];
  for (const query of asked.queries) {
    const { results } = await pagefind.search(query);
    const taken = results.slice(0, asked.take).map(async (result) => (await result.data()).url);
    all.push(await Promise.all(taken));
  }
  return all;
}
