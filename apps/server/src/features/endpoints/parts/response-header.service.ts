import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { manageResponseHeader } from "@lintel/contract/operations/response-header";
import type { Warning } from "@lintel/contract/shapes/design";
import type { ResponseHeader } from "@lintel/contract/shapes/response";
import type { ResponseHeaderRow } from "@lintel/openapi/design";
import { responseHeaderTable } from "@lintel/openapi/members";
import { needComponent, writeRef } from "../../../domain/design/component-refs.ts";
import { findSpec, needOpenApi } from "../../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { invalid, notFound, Problem } from "../../../platform/problem.ts";
import { linkRow } from "./component-link.ts";
import { warnHidden } from "./content.service.ts";
import { dropPart, editEndpoint, findIds, putPart, type EndpointDraft } from "./endpoint-draft.ts";
import { needPieces, nextPosition, ofPart } from "./endpoint-part.service.ts";
import type { StoredResponse, StoredResponseHeader } from "./endpoint-parts.store.ts";
import { isSameFieldName, needFieldName } from "./field-name.rules.ts";
import { readComponent, splitOperation } from "./inline-component.ts";
import { warn } from "../../../domain/design/warnings.ts";
import { warnCleared } from "./part-warnings.ts";
import { toResponseHeader } from "./payload.view.ts";
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

/** A response whose headers a call changes, and the given header. */
interface OpenResponse {
  readonly draft: EndpointDraft;
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
  const { endpointId, responseId } = await findPlace(context, input);
  return editEndpoint(context, { specId: input.specId, endpointId }, async (draft) => {
    const open = openResponse(draft, responseId);
    if (input.action === "add") return addHeader(platform, open, input);
    const header = open.headers.find(({ id }) => id === input.responseHeaderId);
    if (header === undefined) throw notFound("The header");
    return changeHeader({ ...open, header }, input);
  });
}

async function changeHeader(open: OpenHeader, input: Input): Promise<Answer> {
  if (input.action === "delete") return removeHeader(open);
  if (input.action === "update") return replaceHeader(open, input);
  return input.action === "link" ? linkHeader(open, input) : unlinkHeader(open);
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

/**
 * Where the header is; the endpoint and the response must be its own where they are named. The project comes first:
 * what another project has is missed as what nowhere is.
 */
async function findPlace(
  context: ProjectContext,
  { specId, endpointId, responseId, responseHeaderId = "" }: Input,
): Promise<{ readonly endpointId: string; readonly responseId: string }> {
  if (endpointId !== undefined && responseId !== undefined) return { endpointId, responseId };
  await findSpec(context, specId);
  const found = await selectHeaderPlace(
    context.db,
    context.organizationId,
    specId,
    responseHeaderId,
  );
  if (found === undefined) throw notFound("The header");
  return {
    endpointId: endpointId ?? found.endpointId,
    responseId: responseId ?? found.responseId,
  };
}

function openResponse(draft: EndpointDraft, wanted: string): OpenResponse {
  const response = needResponse(draft.parts.responses, wanted);
  needPieces(response.rest, "headers", "responseId");
  const headers = draft.parts.responseHeaders.filter(
    ({ responseId }) => responseId === response.id,
  );
  return { draft, response, headers };
}

async function addHeader({ clock }: Clock, open: OpenResponse, input: Input): Promise<Answer> {
  const { responseId = "", headerComponentId } = input;
  const place = { id: clock.newId(), responseId, position: nextPosition(open.headers) };
  const edited = writeHeader(open, blankHeader(place), input);
  const ref = headerComponentId === undefined ? null : await toRef(open, headerComponentId);
  const row = linkRow(null, { ...edited, ref }, responseHeaderTable);
  return writeAnswer(open, row, input, warnUnseen(open, row, input));
}

async function replaceHeader(open: OpenHeader, input: Input): Promise<Answer> {
  const { header } = open;
  const row = linkRow(
    header as ResponseHeaderRow,
    writeHeader(open, header, input),
    responseHeaderTable,
  );
  const answer = await writeAnswer(open, row, input, warnUnseen(open, row, input));
  const was = toResponseHeader(header, () => null);
  const cleared = answer.header === null ? [] : warnCleared(was, answer.header, input, clearable);
  return { ...answer, warnings: [...cleared, ...answer.warnings] };
}

function removeHeader(open: OpenHeader): Answer {
  dropPart(open.draft, "responseHeaders", open.header.id);
  emitChanged(open, open.header, "delete");
  return { header: null, warnings: [] };
}

/** The header's own content is kept while the link exists, but is not exported. */
async function linkHeader(
  open: OpenHeader,
  { action, headerComponentId = "" }: Input,
): Promise<Answer> {
  const before: ResponseHeaderRow = open.header;
  const linked = { ...before, ref: await toRef(open, headerComponentId) };
  return writeAnswer(open, linkRow(before, linked, responseHeaderTable), { action }, []);
}

/** The header's previous content is restored, or else the component's is copied. */
async function unlinkHeader(open: OpenHeader): Promise<Answer> {
  const before: ResponseHeaderRow = open.header;
  const bare = linkRow(before, { ...before, ref: null }, responseHeaderTable);
  const restored = hasNothing(bare) ? await copyComponent(open, bare, before.ref) : bare;
  const row = isDescribed(restored) ? restored : { ...restored, schema: { type: "string" } };
  return writeAnswer(open, row, { action: "unlink" }, []);
}

async function copyComponent(
  { draft: { context, endpoint } }: OpenResponse,
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

async function toRef({ draft: { context, endpoint } }: OpenResponse, id: string): Promise<string> {
  return writeRef(await needComponent(context, endpoint, "headers", "headerComponentId", id));
}

function writeHeader(open: OpenResponse, before: ResponseHeaderRow, input: Input) {
  const { headers } = open;
  const { endpoint } = open.draft;
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

/** Given fields that are not exported: behind a link, or next to the header's own `content`. */
function warnUnseen({ response }: OpenResponse, row: ResponseHeaderRow, input: Input): Warning[] {
  const message =
    "The header is described by its `content`, which is kept instead of these fields.";
  const given = inlineFields.filter(
    (field) => field !== "description" && input[field as keyof Input] !== undefined,
  );
  return [
    ...(isByContent(row) ? [warn("DROPPED_ON_EXPORT", given, message)] : []),
    ...(row.ref === null ? [] : warnHidden("the header", input, inlineFields)),
    ...(response.ref === null ? [] : warnHidden("the response", input, ["name"])),
  ];
}

async function writeAnswer(
  open: OpenResponse,
  header: ResponseHeaderRow,
  { action }: Pick<Input, "action">,
  warnings: Warning[],
): Promise<{ header: ResponseHeader | null; warnings: Warning[] }> {
  const row = putPart(open.draft, "responseHeaders", header);
  emitChanged(open, row, action);
  const findId = await findIds(open.draft, { responseHeaders: [row] });
  return { header: toResponseHeader(row, findId), warnings };
}

function emitChanged(
  { draft: { context, endpoint }, response }: OpenResponse,
  { id, name }: Pick<StoredResponseHeader, "id" | "name">,
  action: Input["action"],
): void {
  const { subject, data } = ofPart(endpoint, { type: "responseHeader", id, name });
  const changed = { ...data, action, responseId: response.id };
  context.emit("response_header.changed", { subject, data: changed });
}
