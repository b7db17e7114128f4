const maxLength = 24;

/** `getPetById`, `Pets` or `API`. More changes between small and capital letters are those of a token. */
const word = "(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+){0,3}|[A-Z]{1,4})";
const words = new RegExp(`^[._$-]?${word}(?:[._-]${word})*$`);

/**
 * The form of a path that no document describes: `{}` replaces each segment that may be a value
 * rather than a name. A name has at most 24 characters and consists of words of ASCII letters, which
 * `.`, `_` or `-` join.
 *
 * @param path - without its query
 * @returns at most 200 characters
 */
export const formOf = (path: string): string => path.split("/").map(show).join("/").slice(0, 200);

const show = (segment: string): string =>
  segment === "" || (segment.length <= maxLength && words.test(segment)) ? segment : "{}";

/** Where the calls of further forms are counted. It is also the form of `/7`. */
export const otherForms = "/{}";
