import { isExact } from "@lintel/json/exact-number";
import { isObject, memberOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";

/** A place in which the documents differ; a value is undefined if a document does not have it. */
export interface Difference {
  readonly before: Place;
  readonly after: Place;
}

type Two = readonly [Place, Place];

/** If there are more pairs of items than this, they are matched by position, not by content. */
const maxPairs = 250_000;

const isCompound = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Numbers that keep their texts are equal if the texts are equal. */
const isSameScalar = (left: unknown, right: unknown): boolean =>
  left === right || (isExact(left) && isExact(right) && left.text === right.text);

/**
 * Lists the smallest places in which two documents differ, except in the order of members. A moved
 * item of a list is no difference; a list with only another order is one. `findPath` returns the
 * path of the new document for a path of the old one.
 */
export function* listDifferences(
  before: Place,
  after: Place,
  findPath: (path: string) => string,
): Generator<Difference> {
  // A list instead of recursion, because the nesting of documents may exceed the stack.
  const waiting: Two[] = [[before, after]];
  for (let two = waiting.pop(); two !== undefined; two = waiting.pop()) {
    const [from, to] = two;
    const isRoot = from.at.parent === before.at;
    if (isObject(from.value) && isObject(to.value)) {
      const rename = isRoot && from.at.key === "paths" ? findPath : null;
      waiting.push(...pairMembers(from, to, rename).reverse());
    } else if (Array.isArray(from.value) && Array.isArray(to.value)) {
      const items = pairItems(from, to);
      if (items === "reordered") yield { before: from, after: to };
      else waiting.push(...items.reverse());
    } else if (!isSameScalar(from.value, to.value)) {
      yield { before: from, after: to };
    }
  }
}

function pairMembers(from: Place, to: Place, rename: ((name: string) => string) | null): Two[] {
  const left = from.value as Readonly<Record<string, unknown>>;
  const right = to.value as Readonly<Record<string, unknown>>;
  const pairs: Two[] = [];
  const taken = new Set<string>();
  for (const name of Object.keys(left)) {
    const renamed = rename !== null && !Object.hasOwn(right, name) ? rename(name) : name;
    const other = taken.has(renamed) ? name : renamed;
    taken.add(other);
    if (isCompound(memberOf(left, name)) || memberOf(left, name) !== memberOf(right, other)) {
      pairs.push([stepInto(from, name), stepInto(to, other)]);
    }
  }
  for (const name of Object.keys(right)) {
    if (!taken.has(name)) pairs.push([stepInto(from, name), stepInto(to, name)]);
  }
  return pairs;
}

function pairItems(from: Place, to: Place): Two[] | "reordered" {
  const left = from.value as readonly unknown[];
  const right = to.value as readonly unknown[];
  const step = (place: Place, index: number) => stepInto(place, String(index));
  const isOrdered =
    left.length === right.length && left.every((item, at) => isAlike(item, right[at]));
  if (isOrdered || left.length * right.length > maxPairs) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
      step(from, at),
      step(to, at),
    ]);
  }
  const lost = new Set(left.keys());
  const gained = new Set(right.keys());
  const pairs: Two[] = [];
  const match = (isMatch: (one: unknown, other: unknown) => boolean, isDone: boolean): void => {
    for (const at of lost) {
      const other = [...gained].find((index) => isMatch(left[at], right[index]));
      if (other === undefined) continue;
      lost.delete(at);
      gained.delete(other);
      if (!isDone) pairs.push([step(from, at), step(to, other)]);
    }
  };
  match(isAlike, true);
  if (lost.size + gained.size === 0) return "reordered";
  match(hasSameName, false);
  match((one, other) => isCompound(one) && isCompound(other), false);
  for (const at of lost)
    pairs.push([step(from, at), { ...step(to, right.length), value: undefined }]);
  for (const at of gained)
    pairs.push([{ ...step(from, left.length), value: undefined }, step(to, at)]);
  return pairs;
}

/** Whether two items of a list are the same parameter, tag or server by their key. */
function hasSameName(one: unknown, other: unknown): boolean {
  const names = ["name", "url", "$ref", "in"].map((name) => [
    textOf(memberOf(one, name)),
    textOf(memberOf(other, name)),
  ]);
  return names.every(([left, right]) => left === right) && names.some(([left]) => left !== null);
}
