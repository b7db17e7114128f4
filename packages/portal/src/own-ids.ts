/**
 * Ids of the elements around a page's text. The ids of headings in the text never begin with this prefix, whatever an
 * author names a heading (`ownPrefix` of the Markdown package).
 */
export const ownIds = {
  content: "lm-content",
  sidebar: "lm-pages",
  outline: "lm-on-this-page",
  finds: "lm-finds",
  helpful: "lm-helpful",
} as const;
