import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { manageResponseHeader } from "@lintel/contract/operations/response-header";
import type { Warning } from "@lintel/contract/shapes/design";
import type { ResponseHeader } from "@lintel/contract/shapes/response";
import type { ResponseHeaderRow } from "@lintel/openapi/design";
import { responseHeaderTable } from "@lintel/openapi/members";
import { needComponent, writeRef } from "../../../domain/design/component-refs.ts";
import type { SeenEndpoint } from "../../../domain/design/endpoint-sight.ts";
import { findSpec, needOpenApi } from "../../../domain/design/version-sight.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { invalid, notFound, Problem } from "../../../platform/problem.ts";
import { linkRow } from "./component-link.ts";
import { warnHidden } from "./content.service.ts";
import {
  deletePart,
  insertParts,
  needPieces,
  nextPosition,
  ofPart,
  openEndpoint,
  readParts,
  updateParts,
} from "./endpoint-part.service.ts";
import type { StoredResponse, StoredResponseHeader } from "./endpoint-parts.store.ts";
import { isSameFieldName, needFieldName } from "./field-name.rules.ts";
import { readComponent, splitOperation } from "./inline-component.ts";
import { warn } from "../../../domain/design/warnings.ts";
import { warnCleared } from "./part-warnings.ts";
import { toResponseHeader } from "./payload.view.ts";
import { refreshUsages } from "./refresh-usages.ts";
import {
  blankHeader,
  editHeader,
  hasNothing,
  isByContent,
  isDescribed,
  type HeaderChange,
} from "./response-header-edit.ts";
import { selectHeaderPlace } from "./response-header.store.ts";
import { needResponse } from "./response.service.ts";

type Clock = Pick<Platform, "clock">;
type Input = InputOf<typeof manageResponseHeader>;
type Answer = OutputOf<typeof manageResponseHeader>;

/** A response whose headers a call is about to change, and the header that it names. */
interface OpenResponse {
  readonly endpoint: SeenEndpoint;
  readonly response: StoredResponse;
  readonly headers: readonly StoredResponseHeader[];
}

type OpenHeader = OpenResponse & { readonly header: StoredResponseHeader };

const neededBy: Record<Input["action"], readonly (keyof Input)[]> = {
  add: ["endpointId", "responseId", "name", "schemaType"],
  update: ["endpointId", "responseId", "responseHeaderId", "name", "schemaType"],
  delete: ["endpointId", "responseId", "responseHeaderId"],
  link: ["responseHeaderId", "headerComponentId"],
  unlink: ["responseHeaderId"],
};

export async function changeResponseHeader(
  platform: Clock,
  context: ProjectContext,
  input: Input,
): Promise<Answer> {
  needFields(input);
  if (input.action === "add") return addHeader(platform, context, input);
  const open = await openHeader(context, input);
  if (input.action === "delete") return removeHeader(context, open);
  if (input.action === "update") return replaceHeader(context, open, input);
  return input.action === "link" ? linkHeader(context, open, input) : unlinkHeader(context, open);
}

function needFields(input: Input): void {
  const missing = neededBy[input.action].filter((field) => input[field] === undefined);
  if (missing.length === 0) return;
  throw invalid(
    ...missing.map((field) => ({
      field,
      code: "required",
      message: `The action ${input.action} needs it.`,
    })),
  );
}

async function openResponse(
  context: ProjectContext,
  place: { readonly specId: string; readonly endpointId: string; readonly responseId: string },
): Promise<OpenResponse> {
  const { endpoint, parts } = await openEndpoint(context, place);
  const response = needResponse(parts.responses, place.responseId);
  needPieces(response.rest, "headers", "responseId");
  const headers = parts.responseHeaders.filter(({ responseId }) => responseId === response.id);
  return { endpoint, response, headers };
}

/**
 * The header by its id; the endpoint and the response must be its own where they are named. The project comes first:
 * what another project has is missed as what nowhere is.
 */
async function openHeader(context: ProjectContext, input: Input): Promise<OpenHeader> {
  const { specId, responseHeaderId = "" } = input;
  const { db, organizationId } = context;
  await findSpec(context, specId);
  const found = await selectHeaderPlace(db, organizationId, specId, responseHeaderId);
  const { endpointId = found?.endpointId ?? "", responseId = found?.responseId ?? "" } = input;
  if (endpointId === "" || responseId === "") throw notFound("The header");
  const open = await openResponse(context, { specId, endpointId, responseId });
  const header = open.headers.find(({ id }) => id === responseHeaderId);
  if (header === undefined) throw notFound("The header");
  return { ...open, header };
}

async function addHeader({ clock }: Clock, context: ProjectContext, input: Input): Promise<Answer> {
  const { specId, endpointId = "", responseId = "", headerComponentId } = input;
  const open = await openResponse(context, { specId, endpointId, responseId });
  const place = { id: clock.newId(), responseId, position: nextPosition(open.headers) };
  const edited = writeHeader(open, blankHeader(place), input);
  const ref =
    headerComponentId === undefined ? null : await toRef(context, open, headerComponentId);
  const row = linkRow(null, { ...edited, ref }, responseHeaderTable);
  await insertParts(context, open.endpoint, "responseHeaders", row);
  return answerHeader(context, open, row.id, input, warnUnseen(open, row, input));
}

async function replaceHeader(
  context: ProjectContext,
  open: OpenHeader,
  input: Input,
): Promise<Answer> {
  const { header } = open;
  const edited = writeHeader(open, header, input);
  const row = linkRow(header, edited, responseHeaderTable);
  await updateParts(context, open.endpoint, "responseHeaders", row);
  const answer = await answerHeader(context, open, row.id, input, warnUnseen(open, row, input));
  const was = toResponseHeader(header, () => null);
  const cleared = answer.header === null ? [] : warnCleared(was, answer.header, input, clearable);
  return { ...answer, warnings: [...cleared, ...answer.warnings] };
}

async function removeHeader(context: ProjectContext, open: OpenHeader): Promise<Answer> {
  const { endpoint, header } = open;
  await deletePart(context, endpoint, "responseHeaders", header.id);
  emitChanged(context, open, header, "delete");
  return { header: null, warnings: [] };
}

/** What the header says itself is kept behind the link, and not exported. */
async function linkHeader(
  context: ProjectContext,
  open: OpenHeader,
  { action, headerComponentId = "" }: Input,
): Promise<Answer> {
  const before = open.header;
  const linked = { ...before, ref: await toRef(context, open, headerComponentId) };
  const row = linkRow(before, linked, responseHeaderTable);
  await updateParts(context, open.endpoint, "responseHeaders", row);
  return answerHeader(context, open, row.id, { action }, []);
}

/** What the header said before comes back, or where that is nothing, what the component says. */
async function unlinkHeader(context: ProjectContext, open: OpenHeader): Promise<Answer> {
  const before = open.header;
  const bare = linkRow(before, { ...before, ref: null }, responseHeaderTable);
  const restored = hasNothing(bare) ? await copyComponent(context, open, bare, before.ref) : bare;
  const row = isDescribed(restored) ? restored : { ...restored, schema: { type: "string" } };
  await updateParts(context, open.endpoint, "responseHeaders", row);
  return answerHeader(context, open, row.id, { action: "unlink" }, []);
}

async function copyComponent(
  context: ProjectContext,
  { endpoint }: OpenResponse,
  row: ResponseHeaderRow,
  ref: string | null,
): Promise<ResponseHeaderRow> {
  const content = ref === null ? null : await readComponent(context, endpoint, "headers", ref);
  if (content === null) return row;
  const operation = { responses: { "200": { headers: { [row.name]: content } } } };
  const [copy] = splitOperation(operation, endpoint.openapiVersion, () => row.id).responseHeaders;
  const { id, responseId, position, name } = row;
  return copy === undefined ? row : { ...copy, id, responseId, position, name };
}

async function toRef(
  context: ProjectContext,
  { endpoint }: OpenResponse,
  id: string,
): Promise<string> {
  return writeRef(await needComponent(context, endpoint, "headers", "headerComponentId", id));
}

function writeHeader(open: OpenResponse, before: ResponseHeaderRow, input: Input) {
  const { endpoint, headers } = open;
  const change = toChange(input);
  if (change.serialized !== undefined) needOpenApi(endpoint, "3.2", "serializedExample");
  needFieldName(change.name);
  if (isSameFieldName(change.name, "Content-Type")) {
    const message =
      "Readers of OpenAPI ignore a response header of this name: say it with the media types of the response.";
    throw invalid({ field: "name", code: "reserved", message });
  }
  const others = headers.filter(({ id }) => id !== before.id);
  if (others.some(({ name }) => isSameFieldName(name, change.name))) {
    throw new Problem("NAME_TAKEN", "The response has a header of this name: update that one.");
  }
  return editHeader(before, change, endpoint.openapiVersion);
}

const toChange = (input: Input): HeaderChange => ({
  name: input.name ?? "",
  schemaType: input.schemaType ?? "string",
  required: input.required === true,
  description: input.description,
  schemaFormat: input.schemaFormat,
  example: input.example,
  serialized: input.serializedExample,
});

const clearable = ["description", "schemaFormat", "example", "serializedExample"] as const;
const inlineFields = ["schemaType", ...clearable];

/** What was said and is not exported: behind a link, or beside the header's own `content`. */
function warnUnseen({ response }: OpenResponse, row: ResponseHeaderRow, input: Input): Warning[] {
  const message = "The header is described by its `content`, which stays in place of these.";
  const given = inlineFields.filter(
    (field) => field !== "description" && input[field as keyof Input] !== undefined,
  );
  return [
    ...(isByContent(row) ? [warn("DROPPED_ON_EXPORT", given, message)] : []),
    ...(row.ref === null ? [] : warnHidden("the header", input, inlineFields)),
    ...(response.ref === null ? [] : warnHidden("the response", input, ["name"])),
  ];
}

async function answerHeader(
  context: ProjectContext,
  open: OpenResponse,
  id: string,
  { action }: Pick<Input, "action">,
  warnings: Warning[],
): Promise<{ header: ResponseHeader | null; warnings: Warning[] }> {
  await refreshUsages(context.db, open.endpoint);
  const { parts, findId } = await readParts(context, open.endpoint);
  const row = parts.responseHeaders.find((each) => each.id === id);
  if (row === undefined) throw notFound("The header");
  emitChanged(context, open, row, action);
  return { header: toResponseHeader(row, findId), warnings };
}

function emitChanged(
  context: ProjectContext,
  { endpoint, response }: OpenResponse,
  { id, name }: Pick<StoredResponseHeader, "id" | "name">,
  action: Input["action"],
): void {
  const { subject, data } = ofPart(endpoint, { type: "responseHeader", id, name });
  const changed = { ...data, action, responseId: response.id };
  context.emit("response_header.changed", { subject, data: changed });
}
