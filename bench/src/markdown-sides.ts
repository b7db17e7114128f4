/** One of the compared renderers, which renders a page to HTML. */
export type RenderPage = (markdown: string) => Promise<string>;

export const sides = ["lintel", "remark", "remark-one-theme"] as const;
export type Side = (typeof sides)[number];

async function openLintel(): Promise<RenderPage> {
  const { createRenderer } = await import("@lintel/markdown/create-renderer");
  const renderer = createRenderer();
  return async (markdown) => (await renderer.render(markdown)).html;
}

const themes = {
  light: "github-light-high-contrast",
  dark: "github-dark-high-contrast",
} as const;

/** Set up as in their documentation, with code in the same two themes, or only in the light one. */
async function openRemark(hasBoth: boolean): Promise<RenderPage> {
  const [{ unified }, parse, gfm, rehype, shiki, stringify] = await Promise.all([
    import("unified"),
    import("remark-parse"),
    import("remark-gfm"),
    import("remark-rehype"),
    import("@shikijs/rehype"),
    import("rehype-stringify"),
  ]);
  const colours = {
    ...(hasBoth ? { themes } : { theme: themes.light }),
    langs: ["bash", "json", "ts", "python", "yaml"],
  };
  const processor = unified()
    .use(parse.default)
    .use(gfm.default)
    .use(rehype.default)
    .use(shiki.default, colours)
    .use(stringify.default);
  return async (markdown) => String(await processor.process(markdown));
}

export const openSide = (side: Side): Promise<RenderPage> =>
  side === "lintel" ? openLintel() : openRemark(side === "remark");

/** Renders all pages, and returns their total length. */
export async function renderAll(render: RenderPage, pages: readonly string[]): Promise<number> {
  let length = 0;
  for (const page of pages) length += (await render(page)).length;
  return length;
}

/** Throws if code has no colours, so that skipped work is not measured. */
export async function checkColours(render: RenderPage, page: string): Promise<void> {
  const spans = (await render(page)).split("<span").length;
  if (spans < 50) throw new Error(`A page came out with ${spans} coloured words.`);
}
