import { toNumber } from "../operators/expected-forms.ts";
import { readOne, type Source } from "./source.types.ts";

export const durationSource: Source = {
  name: "duration",
  summary: "Milliseconds from sending to the last byte, redirects included.",
  example: { source: "duration", operator: "lessThan", expected: 800 },
  needs: null,
  label: () => "duration",
  prepare: () => (response) => readOne(response.elapsedMs),
  equals: (actual, expected) => toNumber(expected) === actual,
};
