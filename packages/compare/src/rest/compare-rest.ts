import { isObject } from "@lintel/json/value";
import { readPointer } from "@lintel/json/pointer";
import { locate, stepInto, writePointer, type Place } from "@lintel/json/place";
import type { DocumentView } from "@lintel/openapi/view";
import { findLikeness } from "../document/sameness.ts";
import type { Comparison, IsRewritten, Owner, Owners } from "../endpoints/comparison.types.ts";
import { documentRules } from "../rules/document.rules.ts";
import { listDifferences, type Difference } from "./list-differences.ts";

/**
 * Reports every difference that no rule covers as documentation: unused components, members that no
 * rule knows, the order of lists. Documents that differ therefore never count as equal.
 */
export function compareRest(
  { before, after, written, recorder }: Comparison,
  owners: Owners,
): IsRewritten {
  let isComponentRewritten = false;
  const { coverage } = recorder;
  const roots = [before.root, after.root] as const;
  const read = (pointer: string) => roots.map((root) => readAt(root, pointer));
  const report = ({ before: from, after: to }: Difference): void => {
    const place = to.value === undefined ? from : to;
    const pointer = writePointer(place.at);
    const { scope, tally } = findOwner(owners, pointer);
    recorder.scope = scope;
    isComponentRewritten ||= pointer.startsWith("/components/");
    recorder.record({
      rule: documentRules.otherChanged,
      direction: null,
      at: place.at,
      tally,
      name: place.at.parent === null ? "The document" : place.at.key,
      before: from.value,
      after: to.value,
    });
  };
  const waiting = listDifferences(...written, (path) => owners.paths.get(path) ?? path);
  const found = [...waiting].reverse();
  for (let one = found.pop(); one !== undefined; one = found.pop()) {
    const pointers = [one.before, one.after].map(({ at }) => writePointer(at));
    if (pointers.some((pointer) => coverage.covers(pointer, read))) continue;
    // A finding may cover only a part of what was added or removed as a whole.
    const isSpokenOf = pointers.some((pointer) => coverage.hasBelow(pointer));
    if (isSpokenOf && isSingle(one)) found.push(...splitSingle(one).reverse());
    else report(one);
  }
  recorder.scope = owners.document.scope;
  return isComponentRewritten ? beginRewritten(before, after) : () => false;
}

function beginRewritten(before: DocumentView, after: DocumentView): IsRewritten {
  const isLike = findLikeness(before, after);
  return ({ before: old, after: now }) =>
    !isLike(old.operation.value, now.operation.value) ||
    !isLike(stepInto(old.item, "parameters").value, stepInto(now.item, "parameters").value);
}

function readAt(root: Place, pointer: string): unknown {
  let place = root;
  for (const key of readPointer(pointer)) place = stepInto(place, key);
  return place.value;
}

const isSingle = ({ before, after }: Difference): boolean =>
  before.value === undefined || after.value === undefined;

function splitSingle({ before, after }: Difference): Difference[] {
  const [full, other] = before.value === undefined ? [after, before] : [before, after];
  const { value } = full;
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.keys(value).map((key) => {
    const inner = stepInto(full, key);
    const missing: Place = { value: undefined, at: locate(other.at, key) };
    return full === before ? { before: inner, after: missing } : { before: missing, after: inner };
  });
}

/**
 * The path of an operation has three steps, as in `/paths/~1a/get`, or four in
 * `additionalOperations`.
 */
function findOwner({ document, endpoints }: Owners, pointer: string): Owner {
  const steps = pointer.split("/");
  for (const length of [4, 5]) {
    const owner = endpoints.get(steps.slice(0, length).join("/"));
    if (owner !== undefined) return owner;
  }
  return document;
}
