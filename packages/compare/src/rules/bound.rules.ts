import type { Rule } from "../model/rule.types.ts";

export interface BoundRules {
  readonly raised: Rule;
  readonly lowered: Rule;
}

interface Bound {
  readonly keyword: string;
  /** The keyword as in the names of rules. */
  readonly name: string;
  readonly isLower: boolean;
  /** What the example needs in addition to the keyword. */
  readonly context: Readonly<Record<string, unknown>>;
}

const bounds: readonly Bound[] = [
  { keyword: "minimum", name: "minimum", isLower: true, context: { type: "number" } },
  { keyword: "maximum", name: "maximum", isLower: false, context: { type: "number" } },
  { keyword: "minLength", name: "min-length", isLower: true, context: { type: "string" } },
  { keyword: "maxLength", name: "max-length", isLower: false, context: { type: "string" } },
  { keyword: "minItems", name: "min-items", isLower: true, context: { type: "array" } },
  { keyword: "maxItems", name: "max-items", isLower: false, context: { type: "array" } },
  { keyword: "minProperties", name: "min-properties", isLower: true, context: { type: "object" } },
  { keyword: "maxProperties", name: "max-properties", isLower: false, context: { type: "object" } },
  {
    keyword: "minContains",
    name: "min-contains",
    isLower: true,
    context: { type: "array", contains: { const: 1 } },
  },
  {
    keyword: "maxContains",
    name: "max-contains",
    isLower: false,
    context: { type: "array", contains: { const: 1 } },
  },
];

function makeRules({ keyword, name, isLower, context }: Bound): BoundRules {
  const low = { ...context, [keyword]: 2 };
  const high = { ...context, [keyword]: 5 };
  return {
    raised: {
      name: `${name}-raised`,
      summary: `\`${keyword}\` is higher${isLower ? ", or new" : ", or gone"}.`,
      says: `${keyword} rises from {before} to {after}.`,
      effect: isLower ? "narrows" : "widens",
      example: { of: "schema", before: low, after: high },
    },
    lowered: {
      name: `${name}-lowered`,
      summary: `\`${keyword}\` is lower${isLower ? ", or gone" : ", or new"}.`,
      says: `${keyword} falls from {before} to {after}.`,
      effect: isLower ? "widens" : "narrows",
      example: { of: "schema", before: high, after: low },
    },
  };
}

/** The rules of every bound by keyword; exclusive bounds use those of the inclusive ones. */
export const boundRules: ReadonlyMap<string, BoundRules> = new Map(
  bounds.map((bound) => [bound.keyword, makeRules(bound)]),
);
