import { typeRules } from "../rules/type.rules.ts";
import { valueRules } from "../rules/value.rules.ts";
import type { Pair } from "./pair.types.ts";
import { nameTypes, nullType } from "./value-type.ts";

/** Compares whether any value is valid; false if no further comparison is needed. */
export function compareFitness(pair: Pair): boolean {
  const { before, after } = pair;
  if (!before.isNever && !after.isNever) return true;
  if (before.isNever && !after.isNever)
    pair.report(typeRules.opened, "type", { at: after.place.at });
  if (!before.isNever && after.isNever)
    pair.report(typeRules.closed, "type", { at: after.place.at });
  return false;
}

export function compareTypes(pair: Pair): void {
  const { before, after } = pair;
  // Listed values describe it more exactly than their types.
  if (before.values !== null && after.values !== null) return;
  const lost = after.values === null ? before.types & ~after.types : 0;
  const gained = before.values === null ? after.types & ~before.types : 0;
  const words = { before: nameTypes(before.types), after: nameTypes(after.types) };
  const detail = {
    before: readType(pair, "before"),
    after: readType(pair, "after"),
    words,
  };
  const isNarrower = (lost & ~nullType) !== 0;
  const isWider = (gained & ~nullType) !== 0;
  if (isNarrower && isWider) pair.report(typeRules.changed, "type", detail);
  else if (isNarrower) pair.report(typeRules.narrowed, "type", detail);
  else if (isWider) pair.report(typeRules.widened, "type", detail);
  // With other types, null is reported as one of them.
  if (lost === nullType) pair.report(typeRules.nullRefused, "type", detail);
  if (gained === nullType) pair.report(typeRules.nullAllowed, "type", detail);
}

function readType(pair: Pair, side: "before" | "after"): unknown {
  for (const part of pair[side].parts) {
    const { type } = part.value as Readonly<Record<string, unknown>>;
    if (type !== undefined) return type;
  }
  return undefined;
}

export function compareValues(pair: Pair): void {
  const before = pair.before.values;
  const after = pair.after.values;
  if (before === null && after === null) return;
  if (before === null) {
    pair.report(valueRules.listed, "enum", { after: [...(after ?? new Map()).values()] });
  } else if (after === null) {
    pair.report(valueRules.unlisted, "enum", { before: [...before.values()] });
  } else {
    const lost = [...before].filter(([text]) => !after.has(text)).map(([, value]) => value);
    const gained = [...after].filter(([text]) => !before.has(text)).map(([, value]) => value);
    if (lost.length > 0) pair.report(valueRules.removed, "enum", { before: lost });
    if (gained.length > 0) pair.report(valueRules.added, "enum", { after: gained });
  }
}
