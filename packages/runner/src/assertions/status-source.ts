import { readOne, type Source } from "./source.types.ts";

function isStatus(actual: unknown, expected: unknown): boolean {
  const text = String(expected).trim().toLowerCase();
  if (/^[1-5]xx$/.test(text)) return String(actual).charAt(0) === text.charAt(0);
  return String(actual) === text;
}

/** A status code, or a class of codes, as text or number. */
function checkStatus(expected: unknown): string | null {
  const text = String(expected).trim();
  if (/^(?:\d{3}|[1-5]xx)$/i.test(text)) return null;
  const digit = /^([1-5])x$/i.exec(text)?.[1];
  if (digit !== undefined) return `is not a status: write ${digit}xx`;
  return `is not a status: write a code such as 200, or a class such as 2xx`;
}

export const statusSource: Source = {
  name: "status",
  summary: "The response's status code; equals and in also accept a class such as 2xx.",
  example: { source: "status", operator: "equals", expected: "2xx" },
  needs: null,
  label: () => "status",
  prepare: () => (response) => readOne(response.status),
  checkExpected: checkStatus,
  equals: isStatus,
};
