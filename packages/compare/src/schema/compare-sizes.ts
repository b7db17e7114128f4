import { boundRules } from "../rules/bound.rules.ts";
import type { Pair } from "./pair.types.ts";
import type { SchemaView } from "./schema-view.types.ts";
import { arrayType, objectType, stringType, type TypeSet } from "./value-type.ts";

interface Size {
  readonly keyword: string;
  readonly type: TypeSet;
  /** The value that applies without the keyword. */
  readonly otherwise: number;
}

const sizes: readonly Size[] = [
  { keyword: "minLength", type: stringType, otherwise: 0 },
  { keyword: "maxLength", type: stringType, otherwise: Infinity },
  { keyword: "minItems", type: arrayType, otherwise: 0 },
  { keyword: "maxItems", type: arrayType, otherwise: Infinity },
  { keyword: "minProperties", type: objectType, otherwise: 0 },
  { keyword: "maxProperties", type: objectType, otherwise: Infinity },
  { keyword: "minContains", type: arrayType, otherwise: 1 },
  { keyword: "maxContains", type: arrayType, otherwise: Infinity },
];

/** Compares lengths and counts. */
export function compareSizes(pair: Pair): void {
  const { before, after } = pair;
  if (before.sizes === null && after.sizes === null) return;
  for (const { keyword, type, otherwise } of sizes) {
    if ((before.types & after.types & type) === 0) continue;
    if (keyword.endsWith("Contains") && !(hasContains(before) && hasContains(after))) continue;
    const [from, to] = [before, after].map((view) => view.sizes?.get(keyword) ?? otherwise);
    const rules = boundRules.get(keyword);
    if (from === undefined || to === undefined || from === to || rules === undefined) continue;
    pair.report(to > from ? rules.raised : rules.lowered, keyword, {
      before: before.sizes?.get(keyword),
      after: after.sizes?.get(keyword),
    });
  }
}

/** Without `contains`, the counts of its matches have no effect. */
function hasContains(view: SchemaView): boolean {
  return view.contains.length > 0;
}
