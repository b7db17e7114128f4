// Values as people write them: `200` is a number, `open` is a text, and `"200"` is the text 200.

/** @returns undefined for an empty text */
export function readValue(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function showValue(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  return readValue(value) === value ? value : JSON.stringify(value);
}
