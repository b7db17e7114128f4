import { memberOf, type JsonObject } from "@lintel/json/value";
import type { MediaTypeRow, ResponseRow } from "../design.types.ts";
import {
  splitMembers,
  mediaTypeTable,
  requestBodyTable,
  responseHeaderTable,
  responseTable,
} from "../member-tables.ts";
import { warnKept, type SplitContext } from "./split-context.ts";
import { listEntries } from "./split-map.ts";

type MediaTypeOwner = Pick<MediaTypeRow, "requestBodyId" | "responseId">;

/** Makes rows of an owner's `content`, if it has the right shape. */
function splitContent(
  context: SplitContext,
  object: JsonObject,
  owner: MediaTypeOwner,
  taken: Map<string, boolean>,
): void {
  const content = memberOf(object, "content");
  if (content === undefined) return;
  const entries = listEntries(content);
  if (entries === null) return warnKept(context, "content", "a map of media types");
  taken.set("content", entries.length === 0);
  for (const [position, [contentType, mediaType]] of entries.entries()) {
    const { columns, remnant } = splitMembers(mediaType, mediaTypeTable, context.version);
    const id = context.newId();
    context.design.mediaTypes.push({ id, ...owner, position, contentType, ...columns, ...remnant });
  }
}

function splitHeaders(
  context: SplitContext,
  response: JsonObject,
  responseId: string,
  taken: Map<string, boolean>,
): void {
  const headers = memberOf(response, "headers");
  if (headers === undefined) return;
  const entries = listEntries(headers);
  if (entries === null) return warnKept(context, "headers", "a map of headers");
  taken.set("headers", entries.length === 0);
  for (const [position, [name, header]] of entries.entries()) {
    const { columns, remnant } = splitMembers(header, responseHeaderTable, context.version);
    const id = context.newId();
    context.design.responseHeaders.push({ id, responseId, position, name, ...columns, ...remnant });
  }
}

export function splitRequestBody(
  context: SplitContext,
  body: JsonObject,
  endpointId: string,
): void {
  const id = context.newId();
  const taken = new Map<string, boolean>();
  splitContent(context, body, { requestBodyId: id, responseId: null }, taken);
  const { columns, remnant } = splitMembers(body, requestBodyTable, context.version, taken);
  context.design.requestBodies.push({ id, endpointId, ...columns, ...remnant });
}

/** The position of a response among those of its endpoint. */
export type ResponsePlace = Pick<ResponseRow, "endpointId" | "statusCode" | "position">;

export function splitResponse(
  context: SplitContext,
  response: JsonObject,
  place: ResponsePlace,
): void {
  const id = context.newId();
  const taken = new Map<string, boolean>();
  splitHeaders(context, response, id, taken);
  splitContent(context, response, { requestBodyId: null, responseId: id }, taken);
  const { columns, remnant } = splitMembers(response, responseTable, context.version, taken);
  context.design.responses.push({ id, ...place, ...columns, ...remnant });
}
