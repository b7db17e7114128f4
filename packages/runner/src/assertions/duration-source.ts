import { toNumber } from "../operators/expected-forms.ts";
import { readOne, type Source } from "./source.types.ts";

function checkDuration(expected: unknown): string | null {
  if (toNumber(expected) !== undefined) return null;
  const amount = /^\s*(\d+(?:\.\d+)?)\s*(ms|s)\s*$/i.exec(String(expected));
  const ms = Number(amount?.[1]) * (amount?.[2]?.toLowerCase() === "s" ? 1000 : 1);
  return `is not a number of milliseconds: write ${amount === null ? "a number such as 500" : ms}`;
}

export const durationSource: Source = {
  name: "duration",
  summary: "Milliseconds from sending the request to the last byte, redirects included.",
  example: { source: "duration", operator: "lessThan", expected: 800 },
  needs: null,
  label: () => "duration",
  prepare: () => (response) => readOne(response.elapsedMs),
  checkExpected: checkDuration,
  equals: (actual, expected) => toNumber(expected) === actual,
};
