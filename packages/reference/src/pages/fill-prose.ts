import { createRecent, type Recent } from "@lintel/samples/keep-recent";
import type { ReferencePlan } from "../plan/reference.types.ts";
import type { HtmlWriting } from "../write/write-html.ts";
import { plainProse } from "./plain-prose.ts";

/** A text of the document as HTML. */
interface Rendered {
  readonly html: string;
  readonly elements: number;
  /**
   * Whether the text has ids or links to them, which are made different from those of the page's
   * other texts.
   */
  readonly hasIds: boolean;
}

/**
 * Maximum number of elements in the texts of an operation's page; further texts are shown as
 * written.
 */
const maxElements = 250;
/** Adjacent pages show the same texts: those of a tag's schemas, and those of common responses. */
const maxCached = 256;
/** A longer text is used on only one page. */
const maxCachedLength = 2_000;

const cached = new WeakMap<ReferencePlan, Recent<string, Rendered>>();

const ids = / (id|for|name|aria-labelledby|aria-controls)="(?=[^"])/g;

const scopeIds = (html: string, scope: string): string =>
  html.replaceAll(ids, ` $1="${scope}-`).replaceAll(' href="#', ` href="#${scope}-`);

function countElements(html: string): number {
  let count = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    if (/[a-z]/i.test(html.charAt(at + 1))) count += 1;
  }
  return count;
}

const measure = (html: string): Rendered => ({
  html,
  elements: countElements(html),
  hasIds: scopeIds(html, "") !== html,
});

function render(
  { options: { renderMarkdown = plainProse } }: ReferencePlan,
  markdown: string,
  recent: Recent<string, Rendered>,
): Rendered | Promise<Rendered> {
  const keep = (html: string): Rendered => {
    const text = measure(html);
    if (markdown.length <= maxCachedLength) recent.set(markdown, text);
    return text;
  };
  const made = renderMarkdown(markdown);
  return typeof made === "string" ? keep(made) : made.then(keep);
}

/**
 * The texts of a page's slots as HTML; returned synchronously if no text has to be awaited. Throws
 * or rejects with the error of `renderMarkdown`.
 */
export function findTexts(
  plan: ReferencePlan,
  { slots }: HtmlWriting,
): readonly Rendered[] | Promise<readonly Rendered[]> {
  const recent = cached.get(plan) ?? createRecent(maxCached);
  cached.set(plan, recent);
  const texts: Rendered[] = [];
  const asked = slots.map(({ markdown }) => recent.get(markdown) ?? render(plan, markdown, recent));
  for (const text of asked) {
    if (text instanceof Promise) return Promise.all(asked.map((one) => Promise.resolve(one)));
    texts.push(text);
  }
  return texts;
}

/** Inserts the texts of a page into their slots. */
export function fillSlots(
  { pieces, slots }: HtmlWriting,
  texts: readonly Rendered[],
  isLimited: boolean,
): void {
  let left = isLimited ? maxElements : Number.POSITIVE_INFINITY;
  for (const [index, text] of texts.entries()) {
    const slot = slots[index];
    if (slot === undefined) continue;
    const fits = text.elements <= left;
    left -= fits ? text.elements : 1;
    pieces[slot.at] = fits
      ? placeText(text, index)
      : plainProse(slot.markdown.replaceAll(/\n\s*\n/g, "\n"));
  }
}

/** Every second number, as in the URLs that readers have stored. */
const placeText = ({ html, hasIds }: Rendered, index: number): string =>
  hasIds ? scopeIds(html, `text-${2 * index + 1}`) : html;
