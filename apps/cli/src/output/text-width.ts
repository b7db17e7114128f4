const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const narrow = /^[\x20-\x7e]*$/;

/**
 * The width of a text in terminal columns: wide East Asian characters count two, combining marks
 * none.
 */
export function measureText(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const character of text.replaceAll(/\p{M}|\u200d/gu, "")) {
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Pads a text with spaces to a width. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - measureText(text)));
}
