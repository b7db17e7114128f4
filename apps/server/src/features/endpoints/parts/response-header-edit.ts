import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { ResponseHeaderRow } from "@lintel/openapi/design";
import { memberOf } from "@lintel/json/value";
import type { SchemaType } from "@lintel/contract/words/design";
import { refOfSchema } from "../../../domain/design/component-refs.ts";
import { writeSample } from "../../../domain/design/example-edits.ts";
import { withoutMembers } from "../../../domain/design/rest-edits.ts";
import {
  unchangedDefault,
  readSample,
  typesOf,
  writeSchema,
} from "../../../domain/design/schema-edits.ts";

/** The fields of a changed header. Undefined ones are cleared. */
export interface HeaderChange {
  readonly name: string;
  readonly schemaType: SchemaType;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schemaFormat: string | undefined;
  readonly example: string | undefined;
  readonly serialized: string | undefined;
}

/** An empty header. */
export const blankHeader = (
  place: Pick<ResponseHeaderRow, "id" | "responseId" | "position">,
): ResponseHeaderRow => ({
  ...place,
  name: "",
  ref: null,
  description: null,
  required: false,
  isDeprecated: false,
  schema: null,
  example: null,
  rest: null,
  keys: null,
});

/**
 * Replaces what a header says and keeps what has no field: its default and other keywords of its
 * schema, other examples, extensions. A schema that refers to a component stays, and so does
 * `content`, which excludes schema and sample.
 */
export function editHeader(
  before: ResponseHeaderRow,
  change: HeaderChange,
  version: OpenApiVersion,
): ResponseHeaderRow {
  const rest = withoutMembers(before.rest, ["description", "required", "schema"]);
  const said = {
    ...before,
    rest,
    name: change.name,
    description: change.description ?? null,
    required: change.required,
  };
  if (isByContent(before)) return { ...said, schema: null, example: null };
  const schema = writeHeaderSchema(before, change, version);
  const { example, serialized } = change;
  const types = typesOf(schema) ?? [change.schemaType];
  const value = example === undefined ? undefined : readSample(example, types);
  const sample = writeSample(said, { example: value, serialized }, version);
  return { ...said, schema, ...sample };
}

export const isByContent = ({ rest }: ResponseHeaderRow): boolean =>
  rest !== null && Object.hasOwn(rest, "content");

/** The default has no field, so it is unchanged. */
function writeHeaderSchema(
  { schema: before }: ResponseHeaderRow,
  { schemaType, schemaFormat }: HeaderChange,
  version: OpenApiVersion,
): ResponseHeaderRow["schema"] {
  if (refOfSchema(before) !== null) return before;
  return writeSchema(before, { schemaType, schemaFormat, defaultValue: unchangedDefault }, version);
}

export const hasNothing = ({ schema, description, example, rest }: ResponseHeaderRow): boolean =>
  schema === null && description === null && example === null && rest === null;

/** Whether a header is complete: it has a schema or content (Header Object). */
export const isDescribed = ({ schema, rest }: ResponseHeaderRow): boolean =>
  schema !== null || memberOf(rest ?? {}, "content") !== undefined;
