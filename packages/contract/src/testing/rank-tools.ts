import MiniSearch from "minisearch";

/** The parts of a tool that a search reads. */
export interface SearchedTool {
  readonly name: string;
  readonly description: string;
}

/** The usual settings of BM25, without the lower bound for a term's weight that BM25+ adds. */
const bm25 = { k: 1.2, b: 0.75, d: 0 };

/**
 * A search over the names and descriptions of tools, as in clients with many tools.
 *
 * @param readWord maps a word to its index term: its stem, or the word itself
 * @returns ranks for a task the names of the tools that share a word with it, the best first
 */
export function makeToolRanking(
  tools: readonly SearchedTool[],
  readWord: (word: string) => string,
): (task: string) => string[] {
  const index = new MiniSearch({
    idField: "name",
    fields: ["text"],
    extractField: ({ name, description }: SearchedTool, field) =>
      field === "text" ? `${name} ${description}` : name,
    tokenize: (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [],
    processTerm: readWord,
    searchOptions: { bm25 },
  });
  index.addAll(tools);
  return (task) => index.search(task).map(({ id }) => String(id));
}

/** Removes the endings of plurals and verbs: `deletes`, `deleting` and `deleted` become `delet`. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const singular = word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");
  const root = singular.replace(/(?:ing|ed)$/, "");
  const kept = /[aeiouy]/.test(root) && root.length > 2 ? root : singular;
  return kept.replace(/([^aeioulsz])\1$/, "$1").replace(/e$/, "");
}
