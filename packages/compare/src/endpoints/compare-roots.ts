import { stepInto } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import { documentRules } from "../rules/document.rules.ts";
import { endpointRules } from "../rules/endpoint.rules.ts";
import { compareTexts } from "./compare-texts.ts";
import type { Comparison, PlacePair } from "./comparison.types.ts";

/** Compares the metadata of a document. */
export function compareRoots(comparison: Comparison, pair: PlacePair): void {
  const { recorder } = comparison;
  const { tally } = pair;
  const step = (name: string) => [stepInto(pair.before, name), stepInto(pair.after, name)] as const;
  const [oldInfo, newInfo] = step("info");
  compareTexts(comparison, { before: oldInfo, after: newInfo, tally }, null);
  compareTexts(comparison, pair, null);
  const version = [stepInto(oldInfo, "version"), stepInto(newInfo, "version")] as const;
  for (const [[from, to], rule] of [
    [step("openapi"), documentRules.versionChanged],
    [version, documentRules.apiVersionChanged],
    [step("tags"), endpointRules.tagsChanged],
  ] as const) {
    if (isAlike(from.value, to.value)) continue;
    const at = to.value === undefined ? from.at : to.at;
    const values = { before: from.value, after: to.value };
    recorder.record({ rule, direction: null, at, tally, ...values });
  }
}
