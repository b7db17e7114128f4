import { createChecking } from "./check/is-valid.ts";
import { makeValue } from "./make/make-value.ts";
import { beginMaking, firstPosition, type Making } from "./make/making.ts";
import { createMemory, type Memory } from "./make/memory.ts";
import { knownIds } from "./known-ids.ts";
import { createRandom } from "./ground/random.ts";
import type { Sample, Wish } from "./ground/sample.types.ts";
import type { SchemaSource } from "./schema/parts.ts";

/** Values of one document. */
export interface Sampler {
  /** A valid value, or why there is none. */
  readonly make: (schema: unknown, wish?: Wish) => Sample;
  /**
   * A value for readers, as close to valid as possible but not checked; undefined if there is none.
   */
  readonly show: (schema: unknown, wish?: Wish) => unknown;
}

/** Readers want few levels; values that are sent must be complete. */
const shown = { needed: 200, depth: 12, checksKnown: false };
const sent = { needed: 5000, depth: 40, checksKnown: true };

/** Other attempts if a value is not valid. */
const maxOthers = 8;

function begin(source: SchemaSource, memory: Memory, wish: Wish, room: Making["room"]): Making {
  const { ids, findKnown = ids === undefined ? undefined : knownIds(ids) } = wish;
  return beginMaking({
    source,
    memory,
    wish: findKnown === undefined ? wish : { ...wish, findKnown },
    room,
    checking: createChecking(source, wish.direction ?? null),
    random: wish.seed === undefined ? null : createRandom(wish.seed),
    make: makeValue,
  });
}

/** Other options for the same schema: as little as possible, and other seeds. */
function* listWishes(wish: Wish): Generator<Wish> {
  yield wish;
  yield { ...wish, members: "required" };
  const { findKnown, ids, ...rest } = wish;
  if (findKnown !== undefined || ids !== undefined) yield rest;
  for (let at = 1; at <= maxOthers; at += 1) {
    const members = at % 2 === 0 ? "required" : "some";
    yield { ...rest, members, seed: (wish.seed ?? 0) + at * 7919 };
  }
}

export function createSampler(source: SchemaSource): Sampler {
  const memory = createMemory();
  return {
    make(schema, wish = {}) {
      let nearest: Sample | null = null;
      for (const one of listWishes(wish)) {
        const making = begin(source, memory, one, sent);
        const value = makeValue(making, schema, firstPosition(one));
        const isMade = value !== undefined;
        if (isMade && making.checking.isValid(schema, value)) return { value, refusal: null };
        const refusal = making.refusal ?? "No value was found that is valid for all of the schema.";
        nearest ??= { value, refusal };
      }
      return nearest ?? { value: undefined, refusal: "Nothing was asked for." };
    },
    show(schema, wish = {}) {
      return makeValue(begin(source, memory, wish, shown), schema, firstPosition(wish));
    },
  };
}
