/** An entry of a sidebar in another documentation system. */
export interface NavigationItem {
  /** Null if the page has its own title. */
  readonly title: string | null;
  /** The path of a page below the folder, without its extension; null for a group. */
  readonly page: string | null;
  /** A folder whose pages are inserted here in their own order, or null. */
  readonly folder: string | null;
  readonly items: readonly NavigationItem[];
}

/** A system whose settings define the order of pages. */
export interface NavigationSource {
  /** The name of the system. */
  readonly system: string;
  /** Paths of its settings, relative to the folder of pages; the first that exists is read. */
  readonly files: readonly string[];
  /** Matches files that the system does not show as pages, such as fragments that pages include. */
  readonly fragments?: RegExp;
  /** Null if the text contains no navigation that can be read without running it. */
  readonly read: (text: string) => readonly NavigationItem[] | null;
  /** Matches settings that contain a navigation, readable or not. */
  readonly mark: RegExp;
}

export const asGroup = (
  title: string | null,
  items: readonly NavigationItem[],
): NavigationItem => ({ title: textOf(title), page: null, folder: null, items });

export const asPage = (page: string, title: string | null = null): NavigationItem => ({
  title,
  page: page.replaceAll(/^\.?\/+|\/+$/g, "").replace(/\.(?:mdx?|markdown|html)$/i, ""),
  folder: null,
  items: [],
});

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;
