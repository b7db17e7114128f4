/**
 * The extension in which conversions record what a version cannot express: `x-lintel-kept`, on
 * the changed object.
 *
 * ```yaml
 * type: string                        # as converted from 3.1 to 3.0
 * example: a
 * x-lintel-kept:
 *   version: "3.1"                    # the version of the original object
 *   changes:                          # the changes in order, each with the code of its rule
 *     - rule: EXAMPLES
 *       was: { examples: [a, b] }     # original values of removed and changed members
 *       added: [example]              # members that the rule added
 *       # heads: { allOf: 1 }         # lists with items added at the start: how many
 *       # print: k3f9                 # fingerprint of what a contextual rule wrote
 *   order: [type, examples]           # the order of members, if the changes do not give it
 *   before: …                         # the earlier value of `x-lintel-kept`, if any
 * ```
 *
 * A schema that was `true` or `false` keeps `value` instead of `changes`.
 *
 * A record is written only if the opposite translation does not restore the original. The
 * conversion back to `version` reverses the changes, the last one first. It reverses a change only
 * if repeating it gives the current object, so that edits of the converted document win and the
 * rest is still restored. A change without `was` and `added` means that a rule must not run.
 * Records of two steps are nested by `before`, the last outermost.
 */
import { type OpenApiVersion, openApiVersions } from "@lintel/contract/words/design";
import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";

export const keptName = "x-lintel-kept";

export interface KeptChange {
  readonly rule: string;
  readonly was: JsonObject;
  readonly added: readonly string[];
  readonly heads: Readonly<Record<string, number>>;
  readonly print: string | null;
}

export interface KeptRecord {
  readonly version: OpenApiVersion;
  readonly changes: readonly KeptChange[];
  readonly order: readonly string[] | null;
  readonly value: boolean | null;
}

const isTexts = (value: Json | undefined): value is readonly string[] =>
  isList(value) && value.every((item) => typeof item === "string");

const isCounts = (value: Json): value is Readonly<Record<string, number>> =>
  isObject(value) && Object.values(value).every((count) => Number.isSafeInteger(count));

function readChange(value: Json): KeptChange | null {
  if (!isObject(value)) return null;
  const rule = memberOf(value, "rule");
  const was = memberOf(value, "was") ?? {};
  const added = memberOf(value, "added") ?? [];
  const heads = memberOf(value, "heads") ?? {};
  const print = memberOf(value, "print") ?? null;
  if (typeof rule !== "string" || !isObject(was) || !isTexts(added) || !isCounts(heads))
    return null;
  if (print !== null && typeof print !== "string") return null;
  return { rule, was, added, heads, print };
}

/** Reads the record of an object for a version; null for anything else. */
export function readKept(object: JsonObject, version: OpenApiVersion): KeptRecord | null {
  const record = memberOf(object, keptName);
  if (!isObject(record) || memberOf(record, "version") !== version) return null;
  const value = memberOf(record, "value");
  const order = memberOf(record, "order");
  const changes = memberOf(record, "changes") ?? [];
  if (!isList(changes) || (order !== undefined && !isTexts(order))) return null;
  const read = changes.map(readChange);
  if (!read.every((change) => change !== null)) return null;
  return {
    version,
    changes: read,
    order: order ?? null,
    value: typeof value === "boolean" ? value : null,
  };
}

/**
 * The version of the outermost record of an object, even if the rest of the record is malformed.
 */
export function versionKept(object: JsonObject): OpenApiVersion | null {
  const record = memberOf(object, keptName);
  const version = memberOf(record, "version");
  return openApiVersions.find((each) => each === version) ?? null;
}

function writeChange({ rule, was, added, heads, print }: KeptChange): JsonObject {
  return {
    rule,
    ...(Object.keys(was).length > 0 ? { was } : {}),
    ...(added.length > 0 ? { added } : {}),
    ...(Object.keys(heads).length > 0 ? { heads } : {}),
    ...(print === null ? {} : { print }),
  };
}

/** The value of the extension for a record, wrapped around its earlier value. */
export function writeKept(record: KeptRecord, before: Json | undefined): JsonObject {
  const { version, changes, order, value } = record;
  return {
    version,
    ...(value === null ? { changes: changes.map(writeChange) } : { value }),
    ...(order === null ? {} : { order }),
    ...(before === undefined ? {} : { before }),
  };
}
