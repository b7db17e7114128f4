/** A line of a sidebar as another documentation system has it. */
export interface NavigationItem {
  /** Null where the page names itself. */
  readonly title: string | null;
  /** The path of a page below the folder, without its ending; null for a group alone. */
  readonly page: string | null;
  /** A folder whose pages stand here in their own order; null for none. */
  readonly folder: string | null;
  readonly items: readonly NavigationItem[];
}

/** A system whose settings say how pages are ordered. */
export interface NavigationSource {
  /** As people call the system. */
  readonly system: string;
  /** Where its settings are, seen from the folder of pages; the first that is there is read. */
  readonly files: readonly string[];
  /** Null where the text holds no navigation that can be read without running it. */
  readonly read: (text: string) => readonly NavigationItem[] | null;
  /** What is written in settings that hold a navigation, whether it can be read or not. */
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
