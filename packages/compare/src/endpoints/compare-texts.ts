import { readObject } from "@lintel/openapi/view";
import { stepInto } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import type { Direction } from "../model/result.types.ts";
import { annotationRules } from "../rules/annotation.rules.ts";
import type { Comparison, PlacePair } from "./comparison.types.ts";

const fields = new Set([
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "externalDocs",
  "termsOfService",
  "contact",
  "license",
]);

/** Compares texts for people and extensions. */
export function compareTexts(
  { recorder }: Comparison,
  { before, after, tally }: PlacePair,
  direction: Direction | null,
): void {
  const [old, now] = [readObject(before), readObject(after)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const isExtension = name.startsWith("x-") && name !== "x-sunset";
    if (!isExtension && !fields.has(name)) continue;
    const [from, to] = [stepInto(before, name), stepInto(after, name)];
    if (isAlike(from.value, to.value)) continue;
    recorder.record({
      rule: isExtension ? annotationRules.extension : annotationRules.documentation,
      direction,
      at: to.value === undefined ? from.at : to.at,
      tally,
      name,
      before: from.value,
      after: to.value,
    });
  }
}

export function compareDeprecation(
  { recorder }: Comparison,
  { before, after, tally }: PlacePair,
  name: string,
  direction: Direction | null,
): void {
  const [from, to] = [stepInto(before, "deprecated"), stepInto(after, "deprecated")];
  if ((from.value === true) === (to.value === true)) return;
  const rule = to.value === true ? annotationRules.deprecated : annotationRules.undeprecated;
  const at = to.value === undefined ? from.at : to.at;
  recorder.record({ rule, direction, at, tally, name, before: from.value, after: to.value });
}
