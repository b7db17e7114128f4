import { quote } from "@lintel/json/shorten";
import { invalid } from "../../platform/problem.ts";

const bareDate = /^\d{4}-\d{2}-\d{2}$/;
const instant =
  /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/**
 * A sunset: an instant with an offset (ISO 8601), or a date, which is 00:00 UTC.
 *
 * @throws Problem VALIDATION_FAILED for other texts, and for days that do not exist.
 */
export function readSunset(text: string): Date {
  const isDate = bareDate.test(text);
  if (isDate || instant.test(text)) {
    const date = new Date(isDate ? `${text}T00:00:00Z` : text);
    if (!Number.isNaN(date.getTime()) && existsDay(text.slice(0, 10))) return date;
  }
  throw invalid({
    field: "sunsetAt",
    code: "format",
    message: `${quote(text)} is no instant with an offset, such as 2027-03-01T00:00:00Z, and no date, such as 2027-03-01.`,
  });
}

/** `Date` reads 30 February as 2 March. */
function existsDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
