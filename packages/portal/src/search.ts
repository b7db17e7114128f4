import { markup, raw, type Markup } from "./html.ts";
import { ownIds } from "./own-ids.ts";
import type { LinkedTitle, SiteView } from "./portal.types.ts";

/** The results of a search, the best first. */
export interface SearchFind {
  readonly title: string;
  /** Links to the best matching section. */
  readonly href: string;
  /** The title of that section; null for the page as a whole. */
  readonly heading: string | null;
  /** The titles of the folders above it. */
  readonly trail: string;
  /** A text around the found words, each between U+E000 and U+E001. */
  readonly excerpt: string;
}

/** The dialog that the script opens. Without a dialog, the link leads to the page of results. */
export function writeSearch({ searchHref }: SiteView): Markup {
  return markup`<dialog
    class="search"
    data-search
    aria-label="Search"
    data-search-href="${searchHref}"
  >
    <form method="dialog" role="search">
      <input
        type="search"
        name="q"
        placeholder="Search"
        autocomplete="off"
        aria-label="Search"
        role="combobox"
        aria-expanded="false"
        aria-controls="${ownIds.finds}"
        aria-autocomplete="list"
      />
      <button type="submit" value="close">Close</button>
    </form>
    <ul id="${ownIds.finds}" role="listbox" aria-label="Results"></ul>
    <p role="status" aria-live="polite"></p>
  </dialog>`;
}

/** The page of results for readers without JavaScript. */
export function writeSearchPage(
  { searchHref }: SiteView,
  query: string,
  finds: readonly SearchFind[],
): string {
  const list = finds.map(
    (find) =>
      markup`<li>
        <a href="${find.href}">${find.title}${find.heading !== null && markup` › ${find.heading}`}</a
        ><small>${find.trail}</small>
        <p>${markFound(find.excerpt)}</p>
      </li>`,
  );
  const outcome =
    query === ""
      ? null
      : finds.length === 0
        ? markup`<p>Nothing was found for “${query}”. Try other words, or part of a word.</p>`
        : markup`<ol class="finds">
            ${list}
          </ol>`;
  return markup`${writeForm(searchHref, query)}${outcome}`.text;
}

/** Shown if a documentation has no such page: a link to its start, and the search. */
export function writeMissing({ searchHref }: SiteView, home: LinkedTitle | null): string {
  return markup`<p>The address may have changed, or the page may not be public.</p>
    ${home !== null && markup`<p>Begin with <a href="${home.href}">${home.title}</a>, or search:</p>`}
    ${writeForm(searchHref, "")}`.text;
}

function writeForm(searchHref: string, query: string): Markup {
  return markup`<form class="search-form" action="${searchHref}" role="search">
    <input type="search" name="q" value="${query}" aria-label="Search" placeholder="Search" />
    <button type="submit">Search</button>
  </form>`;
}

/** Found words are marked; the rest of an excerpt is text. */
function markFound(excerpt: string): Markup {
  const escaped = markup`${excerpt}`.text;
  return raw(escaped.replaceAll("\uE000", "<mark>").replaceAll("\uE001", "</mark>"));
}
