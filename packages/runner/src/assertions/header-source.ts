import { equalAsText } from "../operators/equal-as-text.ts";
import { nothing } from "../values/nothing.ts";
import { readOne, type Reading, type Source } from "./source.types.ts";

function readValues(values: readonly string[]): Reading {
  if (values.length === 0) return readOne(nothing);
  if (values.length === 1) return readOne(values[0]);
  return { actual: values, alternatives: [...values, values] };
}

export const headerSource: Source = {
  name: "header",
  summary:
    "A header by its case-insensitive name. If it is repeated, each value and the list of all values are compared.",
  example: { source: "header", name: "content-type", operator: "contains", expected: "json" },
  needs: "name",
  label: (place) => `header ${(place.name ?? "").toLowerCase()}`,
  prepare: (place) => (response) => readValues(response.listHeader(place.name ?? "")),
  equals: equalAsText,
};
