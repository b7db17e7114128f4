const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const narrow = /^[\x20-\x7e]*$/;

/** How many columns a text takes in a terminal: wide East Asian forms two, combining marks none. */
export function measureText(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const character of text.replaceAll(/\p{M}|\u200d/gu, "")) {
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Fills a text up with blanks to a width. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - measureText(text)));
}
