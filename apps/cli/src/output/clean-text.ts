// Removes control characters, and marks that reverse the reading direction (Unicode TR 36 §2.1): a tested service
// controls these texts, and a terminal would interpret them.
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const names: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A foreign text on one line, without characters that a terminal would interpret. */
export function cleanText(text: string): string {
  return text.replaceAll(
    unsafe,
    (character) =>
      names[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}}`,
  );
}

/** Formats a value for a message: JSON on one line, shortened. */
export function showValue(value: unknown, most = 200): string {
  const text = cleanText(JSON.stringify(value) ?? "nothing");
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/**
 * Escapes a line so that GitHub's runner does not read it as a command: it interprets `::name` after spaces at the
 * start of a line, and `##[name]` anywhere in it.
 */
export function defuseCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, "$1: ").replaceAll("##[", "# #[");
}
