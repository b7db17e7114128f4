import type { FindKnown } from "./ground/sample.types.ts";

/** `Books` and `book`, `order-lines` and `orderLine` are the same noun. */
export const toNoun = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, "");

/**
 * Finds ids by noun: with `{ book: 7 }`, the value is 7 for `bookId`, `book_id` and `bookIds`, for
 * the `id` in a member `book`, and for the root's `id` if the requested noun is `book` or `books`.
 */
export function knownIds(ids: Readonly<Record<string, unknown>>): FindKnown {
  const byNoun = new Map(Object.entries(ids).map(([noun, id]) => [toNoun(noun), id]));
  return ({ name, owner }) => {
    const [, before] = /^(.*?)[_-]?ids?$/i.exec(name) ?? [];
    if (before === undefined) return undefined;
    return byNoun.get(toNoun(before === "" ? owner : before));
  };
}
