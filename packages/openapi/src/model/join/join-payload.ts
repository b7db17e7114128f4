import { setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import type {
  Design,
  MediaTypeRow,
  ParameterRow,
  Remnant,
  RequestBodyRow,
  ResponseHeaderRow,
  ResponseRow,
} from "../design.types.ts";
import {
  joinMembers,
  mediaTypeTable,
  parameterContentTable,
  parameterTable,
  requestBodyTable,
  responseHeaderTable,
  responseTable,
  type Child,
  type MemberTable,
} from "../member-tables.ts";
import { joinMap } from "./join-map.ts";
import { groupRows, type RowsOf } from "./rows-of.ts";

const nothing = { rest: null, keys: null };

/**
 * Joins an object that may be a reference. If the row has `keys`, only the members that they name
 * are written next to a `$ref`. The other members are kept for when the reference is removed; in
 * the document, readers would ignore them (Reference Object).
 */
function joinReferable<Row extends Remnant, Column extends keyof Row & string>(
  row: Row & { readonly ref: string | null },
  table: MemberTable<Row, Column>,
  children: readonly Child[],
): JsonObject {
  const object = joinMembers(row, table, children, row);
  if (row.ref === null || row.keys === null) return object;
  const draft: DraftObject = {};
  const named = new Set(row.keys);
  for (const [name, value] of Object.entries(object)) {
    if (named.has(name)) setMember(draft, name, value);
  }
  return draft;
}

export function joinParameter(row: ParameterRow): JsonObject {
  const { contentType } = row;
  if (contentType === null || row.location !== "querystring") {
    return joinMembers(row, parameterTable, [], row);
  }
  const mediaType = joinMembers(
    row,
    parameterContentTable,
    [],
    row.remnants?.["content"] ?? nothing,
  );
  const content = joinMap("content", [[contentType, mediaType]]);
  return joinMembers({ ...row, schema: null, example: null }, parameterTable, [content], row);
}

export const joinMediaType = (row: MediaTypeRow): JsonObject =>
  joinReferable(row, mediaTypeTable, []);

export const joinResponseHeader = (row: ResponseHeaderRow): JsonObject =>
  joinReferable(row, responseHeaderTable, []);

/** The rows below request bodies and responses, by their owners. */
export interface PayloadRows {
  readonly bodyMediaTypes: RowsOf<MediaTypeRow>;
  readonly responseMediaTypes: RowsOf<MediaTypeRow>;
  readonly headers: RowsOf<ResponseHeaderRow>;
}

export const groupPayload = (design: Design): PayloadRows => ({
  bodyMediaTypes: groupRows(design.mediaTypes, (row) => row.requestBodyId),
  responseMediaTypes: groupRows(design.mediaTypes, (row) => row.responseId),
  headers: groupRows(design.responseHeaders, (row) => row.responseId),
});

const joinContent = (rows: readonly MediaTypeRow[]): Child =>
  joinMap(
    "content",
    rows.map((row) => [row.contentType, joinMediaType(row)]),
  );

export const joinRequestBody = (row: RequestBodyRow, rows: PayloadRows): JsonObject =>
  joinReferable(row, requestBodyTable, [joinContent(rows.bodyMediaTypes(row.id))]);

export function joinResponse(row: ResponseRow, rows: PayloadRows): JsonObject {
  const headers = joinMap(
    "headers",
    rows.headers(row.id).map((header) => [header.name, joinResponseHeader(header)]),
  );
  const content = joinContent(rows.responseMediaTypes(row.id));
  return joinReferable(row, responseTable, [headers, content]);
}
