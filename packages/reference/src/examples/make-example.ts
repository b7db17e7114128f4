import { isObject } from "@lintel/json/value";
import { createRecent, type Recent } from "@lintel/samples/keep-recent";
import { createSampler, type Sampler } from "@lintel/samples/make-sample";
import { followSchema } from "@lintel/samples/schema/parts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import type { Direction } from "../schema/schema-context.ts";

/** An example that was made, or that there is none. */
interface Made {
  readonly value: unknown;
}

interface Kept {
  readonly sampler: Sampler;
  readonly recent: readonly Recent<unknown, Made>[];
}

/**
 * Examples of the schemas that were shown last: a page shows the same one in samples, examples and the form. More of
 * them would live long enough to be expensive to collect, and help no page.
 */
const kept = new WeakMap<ReferencePlan, Kept>();
const maxKept = 4;
const directions: readonly Direction[] = ["request", "response", null];

function keepFor(plan: ReferencePlan): Kept {
  const known = kept.get(plan);
  if (known !== undefined) return known;
  const recent = directions.map(() => createRecent<unknown, Made>(maxKept));
  const made = { sampler: createSampler(plan.view), recent };
  kept.set(plan, made);
  return made;
}

/**
 * An example value of a schema, the same every time: what the document gives where that is valid, and elsewhere plain values.
 * Undefined where the schema allows nothing that could be shown.
 */
export function makeExample(plan: ReferencePlan, schema: unknown, direction: Direction): unknown {
  if (schema === undefined) return undefined;
  const { sampler, recent } = keepFor(plan);
  const examples = recent[directions.indexOf(direction)];
  const key = followSchema(plan.view, schema);
  // What is next to a reference may give an example of its own.
  const isAlone = key === schema || (isObject(schema) && Object.keys(schema).length === 1);
  const known = isAlone ? examples?.get(key) : undefined;
  if (known !== undefined) return known.value;
  const value = sampler.show(schema, { direction, isGivenFirst: true });
  if (isAlone) examples?.set(key, { value });
  return value;
}
