import type { Warning } from "@lintel/contract/shapes/design";
import type { MediaType } from "@lintel/contract/shapes/media-type";
import type { MediaTypeRow } from "@lintel/openapi/design";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { putPart, type EndpointDraft } from "./endpoint-draft.ts";
import { nextPosition } from "./endpoint-part.service.ts";
import type { StoredMediaType } from "./endpoint-parts.store.ts";
import {
  blankMediaType,
  editMediaType,
  findMediaType,
  readMediaType,
  restoreMediaType,
  type MediaTypeInput,
} from "./media-type.service.ts";
import { toMediaType } from "./payload.view.ts";
import { warnSchema } from "../../../domain/design/schema-warnings.ts";
import { warn, warnNamed } from "../../../domain/design/warnings.ts";

/** The owner of the content: a body or a response. */
export type ContentOwner = Pick<MediaTypeRow, "requestBodyId" | "responseId">;

/** Writes one media type of an owner's content, and does not change the others. */
export async function writeContent(
  { clock }: Pick<Platform, "clock">,
  draft: EndpointDraft,
  owner: ContentOwner,
  input: MediaTypeInput,
): Promise<Warning[]> {
  const { context, endpoint } = draft;
  const { contentType } = input;
  const rows = listContent(draft, owner);
  const change = await readMediaType(context, endpoint, input);
  const before = findMediaType(rows, contentType);
  const position = nextPosition(rows);
  const from = before ?? blankMediaType({ id: clock.newId(), ...owner, position, contentType });
  const edited = editMediaType(from, change, endpoint);
  const row = await restoreMediaType(context, endpoint, from, edited);
  putPart(draft, "mediaTypes", row);
  const schema = input.schemaJson === undefined ? undefined : change.schema;
  return [
    ...warnContentCleared(before, row, input),
    ...warnLinked(row, input),
    ...(await warnSchema(context.db, endpoint, "schemaJson", schema)),
    ...(await warnSchema(context.db, endpoint, "itemSchemaJson", change.itemSchema)),
  ];
}

/** The media types of a body or a response. */
export const listContent = (
  { parts }: EndpointDraft,
  { requestBodyId, responseId }: ContentOwner,
): StoredMediaType[] =>
  parts.mediaTypes.filter(
    (row) => row.requestBodyId === requestBodyId && row.responseId === responseId,
  );

function warnContentCleared(
  before: StoredMediaType | undefined,
  after: MediaTypeRow,
  input: MediaTypeInput,
): Warning[] {
  if (before === undefined) return [];
  const was = toMediaType(before, () => null);
  const now = toMediaType({ ...before, ...after }, () => null);
  const isCleared = (field: keyof MediaType) => was[field] !== null && now[field] === null;
  return warnNamed([
    ...(isCleared("schema") ? ["schemaJson"] : []),
    ...(isCleared("example") && input.example === undefined ? ["example"] : []),
    ...(isCleared("serializedExample") ? ["serializedExample"] : []),
  ]);
}

const inlineFields = [
  "schemaJson",
  "schemaId",
  "example",
  "serializedExample",
  "itemSchemaJson",
] as const;

/** The fields of a call that a link hides from the export. */
export function warnHidden(what: string, input: object, fields: readonly string[]): Warning[] {
  const given = fields.filter(
    (field) => (input as Readonly<Record<string, unknown>>)[field] !== undefined,
  );
  if (given.length === 0) return [];
  const message = `While ${what} refers to a component the export is that reference; this is kept for the time after it.`;
  return [warn("DROPPED_ON_EXPORT", given, message)];
}

const warnLinked = ({ ref }: MediaTypeRow, input: MediaTypeInput): Warning[] =>
  ref === null ? [] : warnHidden("the media type", input, inlineFields);

/** The fields of a call for its content. */
export const contentFields: readonly string[] = [...inlineFields, "mediaTypeComponentId"];
