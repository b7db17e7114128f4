import { nothing } from "./nothing.ts";

const maxShown = 200;

/** Formats a value for a message: JSON on one line, shortened. */
export function formatValue(value: unknown): string {
  if (value === nothing || value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}

/** Formats a value for a text, a header or a query: strings bare, objects as JSON. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "";
}
