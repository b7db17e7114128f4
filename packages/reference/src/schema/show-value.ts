import { shorten } from "@lintel/json/shorten";
const maxLength = 160;

/** A value of a document on one line; shortened if it is long. */
export function showValue(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? "");
  return cut(text);
}

/** A text on one line, shortened if it is long. */
export const cut = (text: string): string => shorten(text, maxLength);
