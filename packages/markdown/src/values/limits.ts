/**
 * Limits of a page. A page that exceeds the first is refused; beyond the others a part is shown as plain text, with a
 * warning.
 */
export const limits = {
  /** Characters of a whole page, whatever their number of bytes. */
  pageCharacters: 1_000_000,
  /** Characters of YAML between the fences of the front matter. */
  frontMatterCharacters: 16 * 1024,
  /** Nesting levels of quotes, lists and containers; a list counts as two. */
  nesting: 48,
  /** Characters of one paragraph, heading or cell that is parsed for inline markup. */
  inlineCharacters: 64 * 1024,
  /** Characters that are scanned for the ends of tags and expressions, in total; beyond them tags are text. */
  scanCharacters: 8 * 1024 * 1024,
  /** Cells of all tables of a page. Short rows are filled up, so a few characters can make many cells. */
  tableCells: 20_000,
  /** Headings that can be linked to and appear in the table of contents. */
  headings: 2_000,
  footnotes: 1_000,
  /** Different targets of links and images that are resolved for a page. */
  targets: 2_000,
  /** Links and images that are listed for a page; the page shows all of them. */
  links: 2_000,
  embeds: 100,
  /** Rows of parameters, responses or properties in one embed. */
  embedRows: 50,
  /** Characters after the opening of a code block. */
  fenceInfo: 500,
  /** Characters of one code block that is coloured. */
  codeCharacters: 64 * 1024,
  /** Characters of all code blocks of a page that are coloured for the first time in one rendering. */
  pageCodeCharacters: 256 * 1024,
  /** Characters of one line of code that is coloured. */
  codeLineCharacters: 1_000,
  /** Steps to colour a block: characters before the current position, summed over its searches. */
  codeWork: 20_000_000,
  /** Characters, lines and connections of a diagram that is drawn. */
  diagramCharacters: 8_000,
  diagramLineCharacters: 400,
  diagramLines: 200,
  diagramConnections: 100,
  /** Connections of all diagrams of a page that are drawn. */
  pageDiagramConnections: 400,
  /** Characters of a page's description. */
  descriptionCharacters: 200,
} as const;
