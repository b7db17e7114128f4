import { isObject } from "@lintel/json/value";
import { createRecent, type Recent } from "@lintel/samples/keep-recent";
import { createSampler, type Sampler } from "@lintel/samples/make-sample";
import { followSchema } from "@lintel/samples/schema/parts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import type { Direction } from "../schema/schema-context.ts";

/** A generated example, or none. */
interface Made {
  readonly value: unknown;
}

interface Cached {
  readonly sampler: Sampler;
  readonly recent: readonly Recent<unknown, Made>[];
}

/**
 * The examples of recent schemas, because a page shows the same one in samples, examples and the
 * form. A larger cache would be expensive for the garbage collector, and would not help any page.
 */
const cached = new WeakMap<ReferencePlan, Cached>();
const maxCached = 4;
const directions: readonly Direction[] = ["request", "response", null];

function keepFor(plan: ReferencePlan): Cached {
  const known = cached.get(plan);
  if (known !== undefined) return known;
  const recent = directions.map(() => createRecent<unknown, Made>(maxCached));
  const made = { sampler: createSampler(plan.view), recent };
  cached.set(plan, made);
  return made;
}

/**
 * An example value of a schema, always the same: values of the document if they are valid,
 * otherwise plain values. Undefined if the schema allows no value that can be shown.
 */
export function makeExample(plan: ReferencePlan, schema: unknown, direction: Direction): unknown {
  if (schema === undefined) return undefined;
  const { sampler, recent } = keepFor(plan);
  const examples = recent[directions.indexOf(direction)];
  const key = followSchema(plan.view, schema);
  // The object with a reference may have an example of its own.
  const isAlone = key === schema || (isObject(schema) && Object.keys(schema).length === 1);
  const known = isAlone ? examples?.get(key) : undefined;
  if (known !== undefined) return known.value;
  const value = sampler.show(schema, { direction, isGivenFirst: true });
  if (isAlone) examples?.set(key, { value });
  return value;
}
