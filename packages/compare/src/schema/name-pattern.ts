const maxPatternLength = 500;

/** A pattern for names of properties, which are short; null for an invalid or long pattern. */
export function compilePattern(text: string): RegExp | null {
  if (text.length > maxPatternLength) return null;
  try {
    return new RegExp(text, "u");
  } catch {
    return null;
  }
}
