import { readOne, type Source } from "./source.types.ts";

function isStatus(actual: unknown, expected: unknown): boolean {
  const text = String(expected).trim().toLowerCase();
  if (/^[1-5]xx$/.test(text)) return String(actual).charAt(0) === text.charAt(0);
  return String(actual) === text;
}

export const statusSource: Source = {
  name: "status",
  summary: "The response's status code; equals and in also take a class such as 2xx.",
  example: { source: "status", operator: "equals", expected: "2xx" },
  needs: null,
  label: () => "status",
  prepare: () => (response) => readOne(response.status),
  equals: isStatus,
};
