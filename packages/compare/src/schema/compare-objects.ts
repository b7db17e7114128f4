import { objectRules } from "../rules/object.rules.ts";
import { compareProperties } from "./compare-properties.ts";
import type { Pair, Side } from "./pair.types.ts";
import { conjoinAll, readUnevaluatedProperties } from "./read-further.ts";
import { restrictsNothing } from "./restricts-nothing.ts";
import type { SchemaView } from "./schema-view.types.ts";
import { objectType } from "./value-type.ts";

export function compareObjects(pair: Pair): void {
  if ((pair.before.types & pair.after.types & objectType) === 0) return;
  compareProperties(pair);
  compareFurther(pair);
  comparePatterns(pair);
  compareDependents(pair);
  const [beforeNames, afterNames] = [pair.before.propertyNames, pair.after.propertyNames];
  pair.relate(conjoinAll(pair.old, beforeNames), conjoinAll(pair.new, afterNames));
}

function compareFurther(pair: Pair): void {
  const { before, after } = pair;
  const from = readFurther(pair.old, before);
  const to = readFurther(pair.new, after);
  const isClosing = (to.isClosed || to.isSealed) && !(from.isClosed || from.isSealed);
  const isOpening = (from.isClosed || from.isSealed) && !(to.isClosed || to.isSealed);
  const closer = to.isClosed ? objectRules.furtherRefused : objectRules.unevaluatedRefused;
  const opener = from.isClosed ? objectRules.furtherAllowed : objectRules.unevaluatedAllowed;
  const keyword = (isClosing ? to : from).isClosed
    ? "additionalProperties"
    : "unevaluatedProperties";
  if (isClosing) pair.report(closer, keyword);
  if (isOpening) pair.report(opener, keyword);
  if (!from.isClosed && !to.isClosed) pair.relate(from.additional, to.additional);
  if (!from.isSealed && !to.isSealed) pair.relate(from.unevaluated, to.unevaluated);
}

/** Which undescribed members an object may have: closed by itself, or sealed as a whole. */
function readFurther(side: Side, view: SchemaView) {
  const { additional } = side.shapes.readObject(view);
  const unevaluated = readUnevaluatedProperties(side, view);
  return {
    additional,
    unevaluated,
    isClosed: side.schemas.read(additional).isNever,
    isSealed: side.schemas.read(unevaluated).isNever,
  };
}

function comparePatterns(pair: Pair): void {
  const before = pair.old.shapes.readObject(pair.before).patterns;
  const after = pair.new.shapes.readObject(pair.after).patterns;
  const { patternAdded, patternNarrowed, patternRemoved, patternWidened } = objectRules;
  for (const [name, place] of before) {
    const other = after.get(name);
    if (other !== undefined) pair.relate(place, other);
    else if (!restrictsNothing(pair.old, place)) {
      const rule = isOpen(pair.new, pair.after) ? patternWidened : patternRemoved;
      pair.report(rule, "patternProperties", { name, at: place.at, before: place.value });
    }
  }
  for (const [name, place] of after) {
    if (before.has(name) || restrictsNothing(pair.new, place)) continue;
    const rule = isOpen(pair.old, pair.before) ? patternNarrowed : patternAdded;
    pair.report(rule, "patternProperties", { name, at: place.at, after: place.value });
  }
}

/** Whether undescribed properties may have any value. */
function isOpen(side: Side, view: SchemaView): boolean {
  const { patterns, additional } = side.shapes.readObject(view);
  const isAny = restrictsNothing(side, additional);
  return patterns.size + view.unevaluatedProperties.length === 0 && isAny;
}

function compareDependents(pair: Pair): void {
  const [before, after] = [pair.before.dependentRequired, pair.after.dependentRequired];
  if (before === null && after === null) return;
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  for (const name of names) {
    const from = before?.get(name) ?? new Set<string>();
    const to = after?.get(name) ?? new Set<string>();
    const gained = [...to].filter((other) => !from.has(other));
    const lost = [...from].filter((other) => !to.has(other));
    const { dependentAdded, dependentRemoved } = objectRules;
    if (gained.length > 0)
      pair.report(dependentAdded, "dependentRequired", { name, after: gained });
    if (lost.length > 0) pair.report(dependentRemoved, "dependentRequired", { name, before: lost });
  }
}
