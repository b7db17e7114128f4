import {
  isCompound,
  isList,
  isObject,
  memberOf,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import type { Three } from "../model/merge.types.ts";
import { isContainer, type Form } from "./forms.ts";
import { keepPreferred, type MergeContext } from "./merge-context.ts";
import { mergeList } from "./merge-list.ts";
import { mergeObject } from "./merge-object.ts";
import { mergeLonePathItem, type LonePathItem } from "./merge-path-item.ts";

const all = <T extends Json>(
  three: Three,
  isFit: (value: Json | undefined) => value is T,
): three is Three<T> => isFit(three.base) && isFit(three.mine) && isFit(three.theirs);

const fill = ({ base, mine, theirs }: Three, empty: Json): Three => ({
  base: base ?? empty,
  mine: mine ?? empty,
  theirs: theirs ?? empty,
});

const isReference = (object: JsonObject) => typeof memberOf(object, "$ref") === "string";

/** An object and a reference are different objects. */
const isReplaced = ({ kind }: Form, { base, mine, theirs }: Three<JsonObject>) => {
  // A path item may have operations next to its reference (OpenAPI 3.1 §4.8.9).
  if (kind === "pathItem") return false;
  const [was, first, second] = [base, mine, theirs].map(isReference);
  return first !== second || (was !== first && Object.keys(base).length > 0);
};

function findLone({ kind, holds }: Form, { base, mine, theirs }: Three): LonePathItem | null {
  if (kind !== "pathItem" || holds !== "one" || !isObject(base)) return null;
  if (theirs === undefined && isObject(mine)) return { base, present: mine, side: "mine" };
  if (mine === undefined && isObject(theirs)) return { base, present: theirs, side: "theirs" };
  return null;
}

/**
 * Treats absent values as empty where both mean the same; a value that both sides added has an
 * empty base.
 */
function fillAbsent(form: Form, three: Three): Three {
  if (isContainer(form)) return fill(three, {});
  if ("keyOf" in form) return fill(three, []);
  if (three.base !== undefined) return three;
  if (isObject(three.mine) && isObject(three.theirs)) return { ...three, base: {} };
  return isList(three.mine) && isList(three.theirs) ? { ...three, base: [] } : three;
}

const isEmpty = (value: Json | undefined) =>
  value === undefined || value === null || (isCompound(value) && Object.keys(value).length === 0);

function mergeApart(context: MergeContext, form: Form, three: Three): Json | undefined {
  const lone = findLone(form, three);
  if (lone !== null) return mergeLonePathItem(context, form, lone);
  const filled = fillAbsent(form, three);
  if (all(filled, isObject) && !isReplaced(form, filled)) return mergeObject(context, form, filled);
  if (all(filled, isList)) return mergeList(context, form, filled);
  return keepPreferred(context, three);
}

/** Merges a value that may be absent on any side; undefined where the result is absent. */
export function mergeValue(context: MergeContext, form: Form, three: Three): Json | undefined {
  const { base, mine, theirs } = three;
  const [was, now, next] = [base, mine, theirs].map(context.numberOf);
  if (was === next || now === next) return mine;
  if (was === now) return theirs;
  if (form.holds === "data") return keepPreferred(context, three);
  const merged = mergeApart(context, form, three);
  const isAbsent = mine === undefined || theirs === undefined;
  return isAbsent && isEmpty(merged) && (isContainer(form) || "keyOf" in form) ? undefined : merged;
}
