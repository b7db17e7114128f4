/**
 * Ids of what stands around a page's text. The text has ids of its own, of its headings: none of them
 * begins so, whatever an author names a heading (`ownPrefix` of the Markdown package).
 */
export const ownIds = {
  content: "lm-content",
  sidebar: "lm-pages",
  outline: "lm-on-this-page",
  finds: "lm-finds",
  helpful: "lm-helpful",
} as const;
