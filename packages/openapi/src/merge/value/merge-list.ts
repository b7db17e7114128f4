import type { Json } from "@lintel/json/value";
import type { Three } from "../model/merge.types.ts";
import type { Form } from "./forms.ts";
import { keepPreferred, mergeBelow, type MergeContext } from "./merge-context.ts";
import { mergeOrder } from "./merge-order.ts";

type Items = ReadonlyMap<string, Json>;

/** The items by their keys; the order distinguishes items with the same key. */
function indexItems(list: readonly Json[], keyOf: (item: Json) => string): Items {
  const items = new Map<string, Json>();
  const counts = new Map<string, number>();
  for (const item of list) {
    const key = keyOf(item);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    items.set(count === 0 ? key : `${key}\n${count}`, item);
  }
  return items;
}

function mergeItems(context: MergeContext, form: Form, { base, mine, theirs }: Three<Items>) {
  const keys = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] };
  const merged: Json[] = [];
  for (const key of mergeOrder(keys, context.prefer)) {
    const items = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
    const item = mergeBelow(context, form, items, [merged.length, key]);
    if (item !== undefined) merged.push(item);
  }
  return merged;
}

const hasNew = (items: Items, ...others: readonly Items[]) =>
  [...items.keys()].some((key) => others.every((other) => !other.has(key)));

/** Whether both sides replaced the same item, so that each of them seems to have changed it. */
const isReplacedTwice = ({ base, mine, theirs }: Three<Items>) =>
  [...base.keys()].some((key) => !mine.has(key) && !theirs.has(key)) &&
  hasNew(mine, base, theirs) &&
  hasNew(theirs, base, mine);

/**
 * Merges three lists. Items with keys are merged with their counterparts. Other items remain, are
 * added or are removed by value, as long as values distinguish them; otherwise the list is merged
 * as a whole.
 */
export function mergeList(
  context: MergeContext,
  form: Form,
  { base, mine, theirs }: Three<readonly Json[]>,
): Json | undefined {
  const { numberOf } = context;
  const byName = "keyOf" in form ? form.keyOf : undefined;
  const keyOf = (item: Json) => byName?.(item) ?? `= ${numberOf(item)}`;
  const items = {
    base: indexItems(base, keyOf),
    mine: indexItems(mine, keyOf),
    theirs: indexItems(theirs, keyOf),
  };
  if (byName !== undefined) return mergeItems(context, form, items);
  const isDistinct = [base, mine, theirs].every(
    (list) => new Set(list.map(keyOf)).size === list.length,
  );
  if (!isDistinct || isReplacedTwice(items)) return keepPreferred(context, { base, mine, theirs });
  return mergeItems(context, form, items);
}
