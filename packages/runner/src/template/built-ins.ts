/** The sources of the built-in variables, passed in so that a run can be repeated exactly. */
export interface BuiltInSources {
  readonly now: () => number;
  readonly randomUuid: () => string;
  /** From 0 up to, but excluding, 1. */
  readonly random: () => number;
  /** The pass's iteration, counted from 1. */
  readonly iteration: number;
}

/** A predefined variable. In a case it is evaluated at every use, in a variable once per run. */
export interface BuiltIn {
  readonly name: string;
  readonly summary: string;
  /** Whether it changes from pass to pass; in a variable, any other is evaluated once per run. */
  readonly isOfPass?: boolean;
  make(sources: BuiltInSources): unknown;
}

export const builtIns: readonly BuiltIn[] = [
  {
    name: "$uuid",
    summary: "A random UUID.",
    make: (sources) => sources.randomUuid(),
  },
  {
    name: "$timestamp",
    summary: "The current time in whole seconds since 1970.",
    make: (sources) => Math.floor(sources.now() / 1000),
  },
  {
    name: "$isoTimestamp",
    summary: "The current time in RFC 3339, UTC, with milliseconds.",
    make: (sources) => new Date(sources.now()).toISOString(),
  },
  {
    name: "$randomInt",
    summary: "A random whole number from 0 to 999,999.",
    make: (sources) => Math.floor(sources.random() * 1_000_000),
  },
  {
    name: "$iteration",
    summary: "The number of the iteration, counted from 1.",
    isOfPass: true,
    make: (sources) => sources.iteration,
  },
];

const byName = new Map(builtIns.map((builtIn) => [builtIn.name, builtIn]));

export function findBuiltIn(name: string): BuiltIn | undefined {
  return byName.get(name);
}
