import type { Attributes, Meter } from "@opentelemetry/api";

/** Counts by the values of its attributes. */
export interface Tally {
  add(count: number, ...values: readonly string[]): void;
}

export interface TallyOptions {
  readonly description: string;
  readonly unit: string;
  /** Names of the attributes whose values `add` takes, in that order. */
  readonly by: readonly string[];
  readonly fixed: Attributes;
}

/**
 * A counter of plain numbers that are read when somebody looks: what happens several times a call
 * costs an addition, where a counter of the library sorts and joins its attributes.
 */
export function createTally(meter: Meter, name: string, options: TallyOptions): Tally {
  const { description, unit, by, fixed } = options;
  const entries = new Map<string, { readonly attributes: Attributes; count: number }>();
  meter.createObservableCounter(name, { description, unit }).addCallback((result) => {
    for (const { attributes, count } of entries.values()) result.observe(count, attributes);
  });
  return {
    add(count, ...values) {
      const key = values.length === 1 ? (values[0] ?? "") : values.join(" ");
      let entry = entries.get(key);
      if (entry === undefined) {
        const named = Object.fromEntries(by.map((attribute, at) => [attribute, values[at] ?? ""]));
        entry = { attributes: { ...named, ...fixed }, count: 0 };
        entries.set(key, entry);
      }
      entry.count += count;
    },
  };
}
