import { isAlike } from "../document/sameness.ts";
import { arrayRules } from "../rules/array.rules.ts";
import { pairUp } from "./pair-up.ts";
import type { Pair, Side } from "./pair.types.ts";
import { joinDemands, readUnevaluatedItems } from "./read-further.ts";
import type { SchemaView } from "./schema-view.types.ts";
import { arrayType } from "./value-type.ts";

export function compareArrays(pair: Pair): void {
  const { before, after } = pair;
  if ((before.types & after.types & arrayType) === 0) return;
  const { uniqueRequired, uniqueDropped } = arrayRules;
  if (before.isUnique !== after.isUnique) {
    pair.report(after.isUnique ? uniqueRequired : uniqueDropped, "uniqueItems");
  }
  compareItems(pair);
  compareContains(pair);
}

function compareItems(pair: Pair): void {
  const before = readItems(pair.old, pair.before);
  const after = readItems(pair.new, pair.after);
  const longest = Math.max(before.prefix.length, after.prefix.length);
  for (let index = 0; index < longest; index += 1) {
    pair.relate(before.prefix[index] ?? before.rest, after.prefix[index] ?? after.rest);
  }
  const { furtherRefused, furtherAllowed } = arrayRules;
  if (before.isSealed === after.isSealed) pair.relate(before.rest, after.rest);
  else pair.report(after.isSealed ? furtherRefused : furtherAllowed, "unevaluatedItems");
}

/** The items, those after the prefix with the schema of unevaluated ones. */
function readItems(side: Side, view: SchemaView) {
  const { prefix, rest } = side.shapes.readArray(view);
  const unevaluated = readUnevaluatedItems(side, view);
  return {
    prefix,
    rest: joinDemands(side, rest, unevaluated),
    isSealed: side.schemas.read(unevaluated).isNever,
  };
}

function compareContains(pair: Pair): void {
  const { before, after } = pair;
  // With a maximum count, a schema that more items match allows fewer lists; and the items that
  // match are evaluated.
  const isOpaque = [before, after].some(
    (view) => view.sizes?.has("maxContains") === true || view.unevaluatedItems.length > 0,
  );
  const { pairs, lost, gained } = pairUp(
    before.contains,
    after.contains,
    (from, to) => isAlike(from.value, to.value),
    () => true,
  );
  for (const [from, to] of pairs) pair.relate(from, to, isOpaque);
  const { containsAdded, containsRemoved } = arrayRules;
  for (const { value, at } of lost) pair.report(containsRemoved, "contains", { before: value, at });
  for (const { value, at } of gained) pair.report(containsAdded, "contains", { after: value, at });
}
