import type { ViewedList } from "@lintel/contract/words/views";

/** What of an address a view of the list keeps. */
const keptKeys: Readonly<Record<ViewedList, readonly string[]>> = {
  specs: ["filter", "hide"],
  endpoints: ["tree"],
  components: ["filter", "hide"],
  suites: ["filter", "sort", "hide"],
  runs: ["suite", "environment", "state", "trigger", "hide"],
  findings: ["q", "sort", "hide"],
  deprecations: ["view", "q", "hide"],
};

export type ViewSearch = Readonly<Record<string, string>>;

/** The search parameters of an address that belong to the list; without those that are absent. */
export function keptSearch(list: ViewedList, search: object): ViewSearch {
  const read = search as Readonly<Record<string, unknown>>;
  const entries = keptKeys[list].flatMap((key): [string, string][] => {
    const value = read[key];
    return typeof value === "string" ? [[key, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** The parameters of a view, and all others of the list absent. */
export function shownSearch(
  list: ViewedList,
  kept: ViewSearch,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(keptKeys[list].map((key) => [key, kept[key]]));
}

export function isSameSearch(one: ViewSearch, other: ViewSearch): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}
