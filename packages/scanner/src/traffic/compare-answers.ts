import { isList, isObject } from "@lintel/json/value";
import type { Exchange } from "./exchange.types.ts";

/** Leaves of a large answer after this number are ignored. */
const maxLeaves = 2000;

/** The values of an answer by their place; a place in a list can have several. */
type Leaves = Map<string, Set<string>>;

function listLeaves(value: unknown): Leaves {
  const leaves: Leaves = new Map();
  let count = 0;
  const add = (inner: unknown, path: string): void => {
    if (count >= maxLeaves) return;
    if (isList(inner)) for (const item of inner) add(item, `${path}/*`);
    else if (isObject(inner))
      for (const [name, member] of Object.entries(inner)) add(member, `${path}/${name}`);
    else {
      const values = leaves.get(path) ?? new Set();
      leaves.set(path, values.add(JSON.stringify(inner)));
      count += 1;
    }
  };
  add(value, "");
  return leaves;
}

/**
 * The places of values that differ between two answers to one request, such as `/requestId` and
 * `/generatedAt`: they say nothing about what an answer shows.
 */
export function listChanging(first: Exchange, second: Exchange): ReadonlySet<string> {
  const [left, right] = [listLeaves(first.json), listLeaves(second.json)];
  const paths = new Set([...left.keys(), ...right.keys()]);
  const isEqual = (path: string): boolean => {
    const [mine, theirs] = [left.get(path), right.get(path)];
    return mine?.size === theirs?.size && [...(mine ?? [])].every((one) => theirs?.has(one));
  };
  return new Set([...paths].filter((path) => !isEqual(path)));
}

/**
 * Whether two answers show the same record: at least four fifths of the values of the first are in
 * the second. Values that change with each answer are left out; where nothing else is left, the
 * answers show nothing that can be the same. Texts that are not JSON must be equal.
 */
export function showsSame(
  first: Exchange,
  second: Exchange,
  changing: ReadonlySet<string> = new Set(),
): boolean {
  if (first.json === undefined || second.json === undefined) return first.text === second.text;
  const found = listLeaves(second.json);
  const expected = [...listLeaves(first.json)].flatMap(([path, values]) =>
    changing.has(path) ? [] : [...values].map((value) => ({ path, value })),
  );
  if (expected.length === 0) return changing.size === 0 && found.size === 0;
  const shared = expected.filter(({ path, value }) => found.get(path)?.has(value) === true);
  return shared.length / expected.length >= 0.8;
}
