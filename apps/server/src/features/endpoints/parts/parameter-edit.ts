import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { ParameterRow, Remnant } from "@lintel/openapi/design";
import { memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { writeSample, type SampleColumns } from "../../../domain/design/example-edits.ts";
import { withMember, withoutMembers } from "../../../domain/design/rest-edits.ts";
import { readSample, typesOf, writeSchema } from "../../../domain/design/schema-edits.ts";
import type { ParameterInput } from "./parameter.rules.ts";

/** What a change of a parameter sets: `schemaRef` if a schema component is linked again. */
export interface ParameterChange extends Omit<ParameterInput, "specId" | "endpointId"> {
  readonly isDeprecated: boolean;
  readonly schemaRef: string | null;
  /** The whole schema; null: none. undefined: its fields are set. */
  readonly wholeSchema: Json | undefined;
}

const ofSamples = ["example", "examples"];
const columnNames = ["$ref", "name", "in", "description", "required", "deprecated", "style"];
const inColumns = [...columnNames, "explode", "schema", ...ofSamples];

/** An empty parameter. */
export const blankParameter = (
  place: Pick<ParameterRow, "id" | "endpointId" | "pathItemId" | "position">,
): ParameterRow => ({
  ...place,
  ref: null,
  name: null,
  location: null,
  description: null,
  required: false,
  isDeprecated: false,
  style: null,
  explode: null,
  contentType: null,
  schema: null,
  example: null,
  rest: null,
  keys: null,
  remnants: null,
});

/**
 * Replaces the fields of a parameter and keeps other content: other keywords of its schema, other
 * examples, extensions. A reference becomes an inline parameter.
 */
export function editParameter(
  from: ParameterRow,
  change: ParameterChange,
  version: OpenApiVersion,
): ParameterRow {
  const { id, endpointId, pathItemId, position } = from;
  const place = { id, endpointId, pathItemId, position };
  const before = from.ref === null ? from : blankParameter(place);
  const { name, location } = change;
  return {
    ...before,
    name,
    location,
    description: change.description ?? null,
    required: location === "path" || change.required === true,
    isDeprecated: change.isDeprecated,
    style: change.style ?? null,
    explode: change.explode ?? null,
    ...(location === "querystring"
      ? writeSearch(before, change, version)
      : writeOwn(before, change, version)),
  };
}

type Described = Pick<
  ParameterRow,
  "contentType" | "schema" | "example" | "rest" | "remnants" | "style" | "explode"
>;

/** The remnant of the media type of a `querystring` parameter. */
const contentOf = ({ remnants }: ParameterRow): Remnant =>
  remnants?.["content"] ?? { rest: null, keys: null };

/** One that its own `content` describes, which excludes a schema, samples and a style, keeps that. */
export const isByContent = ({ contentType, rest, location }: ParameterRow): boolean =>
  contentType === null &&
  location !== "querystring" &&
  rest !== null &&
  Object.hasOwn(rest, "content");

function writeOwn(before: ParameterRow, change: ParameterChange, version: OpenApiVersion) {
  const rest = withoutMembers(before.rest, inColumns);
  if (isByContent(before)) return { schema: null, example: null, style: null, explode: null, rest };
  const schema = schemaOf(before, change, version);
  const sample = sampleOf(before, change, schema, version);
  const described: Partial<Described> = { schema, example: sample.example, contentType: null };
  return { ...described, remnants: null, rest: addMembers(rest, sample.rest) };
}

function writeSearch(before: ParameterRow, change: ParameterChange, version: OpenApiVersion) {
  const content = contentOf(before);
  const schema = schemaOf(before, change, version);
  const sample = sampleOf(before, change, schema, version);
  const inner = withoutMembers(content.rest, ["schema", ...ofSamples]);
  const remnant = { rest: addMembers(inner, sample.rest), keys: content.keys };
  const isEmpty = remnant.rest === null && remnant.keys === null;
  const contentType =
    change.contentType ?? before.contentType ?? "application/x-www-form-urlencoded";
  return {
    schema,
    example: sample.example,
    contentType,
    remnants: isEmpty ? null : { content: remnant },
    rest: withoutMembers(before.rest, [...inColumns, "content", "allowReserved"]),
  };
}

function schemaOf(before: ParameterRow, change: ParameterChange, version: OpenApiVersion) {
  const { schemaRef, schemaType, schemaFormat, defaultValue, wholeSchema } = change;
  if (wholeSchema !== undefined) return wholeSchema;
  const schema = schemaRef === null ? before.schema : { $ref: schemaRef };
  return writeSchema(schema, { schemaType, schemaFormat, defaultValue }, version);
}

/** The samples of what it was, in a media type or not, replaced by those of the change. */
function sampleOf(
  before: ParameterRow,
  { schemaType, example, serializedExample, wholeSchema }: ParameterChange,
  schema: ParameterRow["schema"],
  version: OpenApiVersion,
): SampleColumns {
  const rest = before.contentType === null ? before.rest : contentOf(before).rest;
  const examples = rest === null ? undefined : memberOf(rest, "examples");
  const types = typesOf(schema) ?? (wholeSchema === undefined ? [schemaType] : null);
  return writeSample(
    { example: before.example, rest: examples === undefined ? null : { examples } },
    {
      example: example === undefined ? undefined : readSample(example, types),
      serialized: serializedExample,
    },
    version,
  );
}

const addMembers = (object: JsonObject | null, more: JsonObject | null): JsonObject | null =>
  Object.entries(more ?? {}).reduce<JsonObject | null>(
    (all, [name, value]) => withMember(all, name, value),
    object,
  );
