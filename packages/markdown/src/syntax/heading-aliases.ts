import { ownPrefix } from "../state/id-registry.ts";

// Links that were written for another tool use the anchor that the tool gives a heading. This renderer uses GitHub's
// rule, which Docusaurus and Starlight share (headings.ts).

/** How a tool makes the anchor of a heading, and numbers a duplicate. */
interface AnchorRule {
  readonly slug: (text: string) => string;
  readonly separator: string;
}

const marks = /[\u0300-\u036F]/g;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f]/g;
const special = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'\u201C\u201D\u2018\u2019<>,.?/]+/g;

/** VitePress: `slugify` of @mdit-vue/shared. */
const vitepress: AnchorRule = {
  slug: (text) =>
    text
      .normalize("NFKD")
      .replaceAll(marks, "")
      .replaceAll(controls, "")
      .replaceAll(special, "-")
      .replaceAll(/^-+|-+$/g, "")
      .replace(/^(\d)/, "_$1")
      .toLowerCase(),
  separator: "-",
};

/** MkDocs: `slugify` of Python-Markdown's table of contents, which keeps only ASCII. */
const mkdocs: AnchorRule = {
  slug: (text) =>
    text
      .normalize("NFKD")
      .replaceAll(/[^\w\s-]/g, "")
      .trim()
      .toLowerCase()
      .replaceAll(/[-\s]+/g, "-"),
  separator: "_",
};

const rules = [vitepress, mkdocs];
const maxId = 100;

/** A heading with its text and its id. */
export interface NamedHeading {
  readonly id: string;
  readonly text: string;
}

/**
 * The anchors that other tools give the headings of a page, each with the heading's id. Of several headings, the first
 * gets an anchor.
 */
export function findAliases(headings: readonly NamedHeading[]): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const { slug, separator } of rules) {
    const seen = new Map<string, number>();
    for (const { id, text } of headings) {
      const anchor = slug(text);
      if (anchor === "" || anchor.length > maxId || anchor.startsWith(ownPrefix)) continue;
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      const alias = before === 0 ? anchor : `${anchor}${separator}${before}`;
      if (alias !== id && !aliases.has(alias)) aliases.set(alias, id);
    }
  }
  return aliases;
}
