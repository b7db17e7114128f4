import fc from "fast-check";
import type { TestResponse } from "../../../testing/request.ts";

/** A simple model of an endpoint after some edits. */
export interface Model {
  /** `location name`, headers in lower case, each with the parameter's id and version. */
  readonly parameters: Map<string, Known & { readonly schemaType: string }>;
  /** Media types by status. */
  readonly responses: Map<string, Known & { readonly contentTypes: Set<string> }>;
  body: (Known & { readonly contentTypes: Set<string> }) | null;
}

export interface Known {
  readonly id: string;
  readonly rowVersion: string;
}

export const locations = ["query", "header", "cookie", "querystring"] as const;
const names = ["a", "b", "A"] as const;
const types = ["string", "integer", "array", "object"] as const;
const contentTypes = ["application/json", "text/plain"] as const;
const statuses = [0, 2, 200, 404] as const;

const anyParameter = fc.record({
  name: fc.constantFrom(...names),
  location: fc.constantFrom(...locations),
  schemaType: fc.constantFrom(...types),
});
const anySample = fc.record(
  { example: fc.json({ maxDepth: 1 }), serializedExample: fc.string({ unit: "grapheme-ascii" }) },
  { requiredKeys: [] },
);
const anySchema = fc.constantFrom({}, { schemaJson: '{"type":"object"}' }, { linksSchema: true });
const anyContent = fc
  .tuple(fc.constantFrom(...contentTypes), anySample, anySchema)
  .map(([contentType, sample, schema]) => ({ contentType, ...sample, ...schema }));

/** One edit; which row a change means is drawn as a number, taken modulo what there is. */
export const anyEdit = fc.oneof(
  fc.record({ kind: fc.constant("addParameter"), parameter: anyParameter, sample: anySample }),
  fc.record({
    kind: fc.constant("updateParameter"),
    at: fc.nat(9),
    parameter: anyParameter,
    sample: anySample,
  }),
  fc.record({ kind: fc.constant("deleteParameter"), at: fc.nat(9) }),
  fc.record({
    kind: fc.constant("addResponse"),
    statusCode: fc.constantFrom(...statuses),
    content: anyContent,
  }),
  fc.record({
    kind: fc.constant("updateResponse"),
    at: fc.nat(9),
    statusCode: fc.constantFrom(...statuses),
    content: anyContent,
  }),
  fc.record({ kind: fc.constant("deleteResponse"), at: fc.nat(9) }),
  fc.record({ kind: fc.constant("setBody"), content: anyContent }),
  fc.record({ kind: fc.constant("deleteBody") }),
);
export type Edit = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never;

export const keyOf = (name: string, location: string) =>
  `${location} ${location === "header" ? name.toLowerCase() : name}`;

export const nameStatus = (statusCode: number) =>
  statusCode === 0 ? "default" : statusCode < 100 ? `${statusCode}XX` : String(statusCode);

/** Whether the model allows a parameter next to the others. */
export function refusesParameter(model: Model, key: string, own: string | null): string | null {
  const others = [...model.parameters.keys()].filter((each) => each !== own);
  if (others.includes(key)) return "NAME_TAKEN";
  const isIn = (location: string) => others.some((each) => each.startsWith(`${location} `));
  if (key.startsWith("querystring ") && (isIn("querystring") || isIn("query"))) {
    return "VALIDATION_FAILED";
  }
  return key.startsWith("query ") && isIn("querystring") ? "VALIDATION_FAILED" : null;
}

export const knownOf = ({ body }: TestResponse): Known => ({
  id: String(body["id"]),
  rowVersion: String(body["rowVersion"]),
});

export const pickFrom = <T>(items: Iterable<T>, at: number): T | undefined => {
  const list = [...items];
  return list[at % Math.max(list.length, 1)];
};
