import type { MediaTypeRow } from "@lintel/openapi/design";
import { joinMembers, mediaTypeTable } from "@lintel/openapi/members";
import type { Json, JsonObject } from "@lintel/json/value";
import { needComponent, refOfSchema, writeRef } from "../../../domain/design/component-refs.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import { writeSample } from "../../../domain/design/example-edits.ts";
import { withoutMembers } from "../../../domain/design/rest-edits.ts";
import { parseSchema, readSample, typesOf } from "../../../domain/design/schema-edits.ts";
import { needOpenApi } from "../../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import { linkRow } from "./component-link.ts";
import { refuseBoth } from "./endpoint-part.service.ts";
import { readComponent, splitOperation } from "./inline-component.ts";

/** The fields of one media type in a call. */
export interface MediaTypeInput {
  readonly contentType: string;
  readonly schemaJson?: string;
  readonly schemaId?: string;
  readonly example?: string;
  readonly itemSchemaJson?: string;
  readonly mediaTypeComponentId?: string;
  readonly detachMediaTypeComponent?: boolean;
  readonly serializedExample?: string;
}

/** The parsed fields: texts as JSON, ids as references. */
export interface MediaTypeChange {
  readonly contentType: string;
  /** Undefined if it was not sent. */
  readonly schema: Json | undefined;
  /** Null removes it, undefined keeps it. */
  readonly itemSchema: Json | undefined;
  readonly example: string | undefined;
  readonly serialized: string | undefined;
  readonly ref: string | undefined;
  readonly isDetached: boolean;
}

const named = ["schemaJson", "schemaId", "example", "serializedExample"] as const;
const others = ["itemSchemaJson", "mediaTypeComponentId"] as const;

/** Whether a call has more than the name of the media type. */
export const saysMediaType = (input: MediaTypeInput): boolean =>
  [...named, ...others].some((field) => input[field] !== undefined) ||
  input.detachMediaTypeComponent === true;

/** The checks that read no rows. */
export function checkMediaType(input: MediaTypeInput): void {
  const fields = input as unknown as Record<string, unknown>;
  refuseBoth(fields, "schemaJson", "schemaId");
  refuseBoth(fields, "mediaTypeComponentId", "detachMediaTypeComponent");
}

export async function readMediaType(
  context: ProjectContext,
  endpoint: VisibleEndpoint,
  input: MediaTypeInput,
): Promise<MediaTypeChange> {
  const { openapiVersion } = endpoint;
  const { itemSchemaJson, mediaTypeComponentId, serializedExample } = input;
  if (itemSchemaJson !== undefined && itemSchemaJson !== "") {
    needOpenApi(endpoint, "3.2", "itemSchemaJson");
  }
  if (mediaTypeComponentId !== undefined) needOpenApi(endpoint, "3.2", "mediaTypeComponentId");
  if (serializedExample !== undefined) needOpenApi(endpoint, "3.2", "serializedExample");
  const parse = (text: string, field: string) => parseSchema(text, field, openapiVersion);
  return {
    contentType: input.contentType,
    schema: await readSchemaInput(context, endpoint, input),
    itemSchema:
      itemSchemaJson === "" ? null : itemSchemaJson && parse(itemSchemaJson, "itemSchemaJson"),
    example: input.example,
    serialized: serializedExample,
    ref:
      mediaTypeComponentId &&
      writeRef(
        await needComponent(
          context,
          endpoint,
          "mediaTypes",
          "mediaTypeComponentId",
          mediaTypeComponentId,
        ),
      ),
    isDetached: input.detachMediaTypeComponent === true,
  };
}

async function readSchemaInput(
  context: ProjectContext,
  endpoint: VisibleEndpoint,
  { schemaJson, schemaId }: MediaTypeInput,
): Promise<Json | undefined> {
  if (schemaJson !== undefined)
    return parseSchema(schemaJson, "schemaJson", endpoint.openapiVersion);
  if (schemaId === undefined) return undefined;
  return {
    $ref: writeRef(await needComponent(context, endpoint, "schemas", "schemaId", schemaId)),
  };
}

/** Media types are not case-sensitive (RFC 9110 §8.3.1). */
export const findMediaType = <Row extends { readonly contentType: string }>(
  rows: readonly Row[],
  contentType: string,
): Row | undefined =>
  rows.find((row) => row.contentType === contentType) ??
  rows.find((row) => row.contentType.toLowerCase() === contentType.toLowerCase());

/** An empty media type. */
export const blankMediaType = (
  place: Pick<MediaTypeRow, "id" | "requestBodyId" | "responseId" | "position" | "contentType">,
): MediaTypeRow => ({
  ...place,
  ref: null,
  schema: null,
  itemSchema: null,
  example: null,
  rest: null,
  keys: null,
});

/**
 * Replaces the schema and the sample if either is given. A schema that refers to a component is
 * kept. Content without a field is unchanged.
 */
export function editMediaType(
  before: MediaTypeRow,
  change: MediaTypeChange,
  { openapiVersion }: Pick<VisibleEndpoint, "openapiVersion">,
): MediaTypeRow {
  const { schema: given, example, serialized, itemSchema = before.itemSchema } = change;
  const isReplaced = [given, example, serialized].some((each) => each !== undefined);
  const ref = change.isDetached ? null : (change.ref ?? before.ref);
  const replaced = [
    ...(change.itemSchema === undefined ? [] : ["itemSchema"]),
    ...(isReplaced ? ["schema"] : []),
  ];
  const rest = withoutMembers(before.rest, replaced);
  const kept: MediaTypeRow = { ...before, ref, itemSchema, rest };
  if (!isReplaced) return linkRow(before, kept, mediaTypeTable);
  const schema = given ?? (refOfSchema(before.schema) === null ? null : before.schema);
  const types = typesOf(schema) ?? (/^text\//i.test(before.contentType) ? ["string"] : null);
  const value = example === undefined ? undefined : readSample(example, types);
  const sample = writeSample(kept, { example: value, serialized }, openapiVersion);
  return linkRow(before, { ...kept, schema, ...sample }, mediaTypeTable);
}

/** The content after a link ends: that of before the link, or else that of the component. */
export async function restoreMediaType(
  context: ProjectContext,
  endpoint: VisibleEndpoint,
  before: MediaTypeRow,
  after: MediaTypeRow,
): Promise<MediaTypeRow> {
  const isEmpty = Object.keys(joinMembers(after, mediaTypeTable, [], after)).length === 0;
  if (before.ref === null || after.ref !== null || !isEmpty) return after;
  const content = await readComponent(context, endpoint, "mediaTypes", before.ref);
  if (content === null) return after;
  const operation: JsonObject = { requestBody: { content: { [after.contentType]: content } } };
  const { mediaTypes } = splitOperation(operation, endpoint.openapiVersion, () => after.id);
  const { id, requestBodyId, responseId, position, contentType } = after;
  const [copy] = mediaTypes;
  return copy === undefined
    ? after
    : { ...copy, id, requestBodyId, responseId, position, contentType };
}
