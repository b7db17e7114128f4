import type { OpenApiVersion } from "@lintel/contract/words/design";
import { isAtLeast } from "@lintel/openapi/version";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { invalid } from "../../platform/problem.ts";
import { withMember, withoutMembers } from "./rest-edits.ts";
import { findSample, ownSampleName } from "./schema-fields.ts";

/** What a row says of its samples: a column, and `examples` among what has none. */
export interface SampleColumns {
  readonly example: Json;
  readonly rest: JsonObject | null;
}

/** A sample as a value, as it is on the wire, or both; undefined where it is not given. */
export interface Sample {
  readonly example: Json | undefined;
  readonly serialized: string | undefined;
}

const ofValues = ["value", "dataValue", "serializedValue", "externalValue"];

/**
 * Replaces the sample that forms show. Since `example` and `examples` exclude each other (Parameter,
 * Header and Media Type Object), a sample that is serialized, or that other examples accompany,
 * becomes an entry of `examples`; the other examples stay.
 */
export function writeSample(
  { example, rest }: SampleColumns,
  sample: Sample,
  version: OpenApiVersion,
): SampleColumns {
  const examples = rest === null ? undefined : memberOf(rest, "examples");
  const others = withoutMembers(rest, ["example", "examples"]);
  if (examples !== undefined && !isObject(examples)) return keepStrange(rest, example, sample);
  const shown = findSample(rest);
  const kept = shown === null ? null : withoutMembers(shown.entry, ofValues);
  const unshown = withoutMembers(examples ?? null, shown === null ? [] : [shown.name]);
  const isPlain = sample.serialized === undefined && unshown === null && kept === null;
  if (isPlain) return writePlain(others, sample.example);
  const entry = writeEntry(kept, sample, version);
  if (entry === null) {
    return { example: null, rest: withExamples(others, unshown) };
  }
  // Of entries that are not named as ours are, only the serialized ones are found again.
  const isFound = sample.serialized !== undefined || ownSampleName.test(shown?.name ?? "");
  const written =
    shown !== null && isFound
      ? withMember(examples ?? null, shown.name, entry)
      : withMember(unshown, findFreeName(unshown), entry);
  return { example: null, rest: withMember(others, "examples", written) };
}

const withExamples = (others: JsonObject | null, examples: JsonObject | null) =>
  examples === null ? others : withMember(others, "examples", examples);

/** The column is null if the member is absent, so a sample whose value is null has a column of its own. */
function writePlain(others: JsonObject | null, example: Json | undefined): SampleColumns {
  if (example === null) return { example: null, rest: withMember(others, "example", null) };
  return { example: example ?? null, rest: others };
}

function writeEntry(
  kept: JsonObject | null,
  { example, serialized }: Sample,
  version: OpenApiVersion,
): JsonObject | null {
  if (example === undefined && serialized === undefined) return null;
  const valueName = isAtLeast(version, "3.2") ? "dataValue" : "value";
  const valued = example === undefined ? kept : withMember(kept, valueName, example);
  return serialized === undefined ? valued : withMember(valued, "serializedValue", serialized);
}

/** `examples` of another shape is kept unchanged; only the column is written. */
function keepStrange(
  rest: JsonObject | null,
  before: Json,
  { example, serialized }: Sample,
): SampleColumns {
  if (example === undefined && serialized === undefined) return { example: null, rest };
  if (serialized === undefined && before !== null) return { example: example ?? null, rest };
  throw invalid({
    field: serialized === undefined ? "example" : "serializedExample",
    code: "examplesMalformed",
    message:
      "The part was imported with `examples` that is not a map: correct the document and import it again.",
  });
}

function findFreeName(examples: JsonObject | null): string {
  const taken = new Set(Object.keys(examples ?? {}));
  let name = "example";
  for (let count = 2; taken.has(name); count += 1) name = `example-${count}`;
  return name;
}
