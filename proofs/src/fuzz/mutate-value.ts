import type { Mutation } from "./step-arbitrary.ts";

type Way = readonly (string | number)[];

/** Every place in a value, the value itself first; of large values, only a part. */
function placesOf(value: unknown): Way[] {
  const places: Way[] = [[]];
  for (let at = 0; at < places.length && places.length < 400; at += 1) {
    const way = places[at] ?? [];
    const part = follow(value, way);
    if (typeof part !== "object" || part === null) continue;
    for (const name of Object.keys(part))
      places.push([...way, Array.isArray(part) ? Number(name) : name]);
  }
  return places;
}

function follow(value: unknown, way: Way): unknown {
  return way.reduce<unknown>(
    (part, name) => Object.getOwnPropertyDescriptor(part, name)?.value,
    value,
  );
}

/** Changes a valid value at the places of the mutations. */
export function mutate(value: unknown, mutations: readonly Mutation[]): unknown {
  return mutations.reduce((changed, mutation) => {
    const places = placesOf(changed);
    const way = places[mutation.pick % places.length] ?? [];
    return changeAt(changed, way, mutation);
  }, value);
}

function changeAt(value: unknown, way: Way, mutation: Mutation): unknown {
  const [name, ...rest] = way;
  if (name === undefined) return changeHere(value, mutation);
  if (Array.isArray(value)) {
    if (rest.length === 0 && mutation.kind === "remove")
      return value.filter((_, at) => at !== name);
    return value.map((item, at) => (at === name ? changeAt(item, rest, mutation) : item));
  }
  const entries = Object.entries(value as object).flatMap(([key, member]) => {
    if (key !== name) return [[key, member] as const];
    if (rest.length > 0) return [[key, changeAt(member, rest, mutation)] as const];
    if (mutation.kind === "remove") return [];
    if (mutation.kind === "rename") return [[mutation.name, member] as const];
    return [[key, changeHere(member, mutation)] as const];
  });
  return Object.fromEntries(entries);
}

function changeHere(value: unknown, { kind, name, value: other }: Mutation): unknown {
  if (kind !== "add" || typeof value !== "object" || value === null) return other;
  return Array.isArray(value)
    ? [...value, other]
    : Object.fromEntries([...Object.entries(value), [name, other]]);
}
