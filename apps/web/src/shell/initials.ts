/** At most two letters of a name: of its first and its last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => firstOf(word ?? "")).join("");
}

const firstOf = (word: string): string =>
  (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? "").toLocaleUpperCase("en");
