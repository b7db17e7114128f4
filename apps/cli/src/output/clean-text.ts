// Control characters, and marks that turn the reading direction around (Unicode TR 36 §2.1): a tested
// service chooses these texts, and a terminal obeys them.
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const names: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text of others on one line, with nothing in it that a terminal would act upon. */
export function cleanText(text: string): string {
  return text.replaceAll(
    unsafe,
    (character) =>
      names[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}}`,
  );
}

/** A value as it stands in a message: JSON on one line, cut where it is long. */
export function showValue(value: unknown, most = 200): string {
  const text = cleanText(JSON.stringify(value) ?? "nothing");
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/**
 * A line that GitHub's runner does not take for a command: it obeys `::name` after blanks at the
 * start of a line, and `##[name]` anywhere in it.
 */
export function defuseCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, "$1: ").replaceAll("##[", "# #[");
}
