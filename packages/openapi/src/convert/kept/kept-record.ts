/**
 * The one extension in which conversion keeps what a version has no words for: `x-lintel-kept`, on
 * the object that was changed.
 *
 * ```yaml
 * type: string                        # as converted from 3.1 to 3.0
 * example: a
 * x-lintel-kept:
 *   version: "3.1"                    # in this version the object was as told here
 *   changes:                          # what was done, in order, each by the rule of that code
 *     - rule: EXAMPLES
 *       was: { examples: [a, b] }     # members that are gone or differ, as they were
 *       added: [example]              # members that the rule made
 *       # heads: { allOf: 1 }         # lists that only got items put before: how many
 *       # print: k3f9                 # fingerprint of what a rule wrote that looks further
 *   order: [type, examples]           # how members stood, where the changes do not tell
 *   before: …                         # what `x-lintel-kept` was already, if anything
 * ```
 *
 * A schema that was `true` or `false` keeps `value` instead of `changes`.
 *
 * A record is written only where the opposite translation would not lead back by itself. The
 * conversion back to `version` undoes the changes, the last first, each only where doing it again
 * gives what the object now says: whoever edited the converted document meanwhile is right, and
 * the rest is still restored. A change without `was` and `added` says that a rule stays away.
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

/** Reads what an object keeps of what it was in a version; null for anything else. */
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

/** The version that the outermost record of an object is of, however the rest of it looks. */
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

/** The extension's value for a record, around what the extension was before. */
export function writeKept(record: KeptRecord, before: Json | undefined): JsonObject {
  const { version, changes, order, value } = record;
  return {
    version,
    ...(value === null ? { changes: changes.map(writeChange) } : { value }),
    ...(order === null ? {} : { order }),
    ...(before === undefined ? {} : { before }),
  };
}
