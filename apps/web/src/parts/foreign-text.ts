// Characters that drive terminals, turn the direction of a text, or are not seen at all.
const hidden = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;
const shownAsTheyAre = new Set(["\t", "\n"]);

/** A text of a target with every character that would be invisible or turn it around as `⟨U+202E⟩`. */
export function showForeign(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(hidden, (each) =>
      shownAsTheyAre.has(each)
        ? each
        : `⟨U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`,
    );
}

/** The same on one line and of a length that fits a title. */
export function showForeignTitle(text: string, most = 300): string {
  const shown = showForeign(text.slice(0, most)).replaceAll(/\s+/g, " ");
  return text.length > most ? `${shown} …` : shown;
}
