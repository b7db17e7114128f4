import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  addResponse,
  deleteResponse,
  updateResponse,
} from "@lintel/contract/operations/response";
import type { Warning } from "@lintel/contract/shapes/design";
import type { Response } from "@lintel/contract/shapes/response";
import type { ResponseRow } from "@lintel/openapi/design";
import { responseTable } from "@lintel/openapi/members";
import { isAtLeast } from "@lintel/openapi/version";
import { needComponent, writeRef } from "../../../domain/design/component-refs.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import { withoutMembers } from "../../../domain/design/rest-edits.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { notFound, Problem } from "../../../platform/problem.ts";
import { linkRow } from "./component-link.ts";
import { contentFields, listContent, warnHidden, writeContent } from "./content.service.ts";
import { dropPart, editEndpoint, findIds, putPart, type EndpointDraft } from "./endpoint-draft.ts";
import {
  checkRowVersion,
  needPieces,
  nextPosition,
  ofPart,
  refuseBoth,
} from "./endpoint-part.service.ts";
import type { EndpointParts, StoredResponse } from "./endpoint-parts.store.ts";
import { readComponent, splitOperation } from "./inline-component.ts";
import { checkMediaType, saysMediaType } from "./media-type.service.ts";
import { warnNamed } from "../../../domain/design/warnings.ts";
import { toResponse } from "./payload.view.ts";
import { describeStatus, toStatusCode } from "./status-code.rules.ts";

type Clock = Pick<Platform, "clock">;
type Answer = OutputOf<typeof updateResponse>;
type AddInput = Omit<InputOf<typeof addResponse>, "moreResponses">;
type UpdateInput = InputOf<typeof updateResponse>;

const json = "application/json";

/**
 * Adds a response. One of which nothing is said but its status has no content; one without a
 * description has that of its status, for OpenAPI before 3.2 asks for one.
 */
export async function addEndpointResponse(
  platform: Clock,
  draft: EndpointDraft,
  input: Omit<AddInput, "specId" | "endpointId">,
): Promise<Answer> {
  checkMediaType({ contentType: json, ...input });
  const { endpoint, parts } = draft;
  const statusCode = toStatusCode(input.statusCode);
  needStatus(draft, statusCode);
  checkTaken(parts.responses, statusCode, null);
  const row: ResponseRow = {
    id: platform.clock.newId(),
    endpointId: endpoint.id,
    position: nextPosition(parts.responses),
    statusCode,
    ref: null,
    description: input.description ?? describeStatus(statusCode),
    rest: null,
    keys: null,
  };
  putPart(draft, "responses", row);
  const warnings = await writeResponseContent(platform, draft, row, input);
  return { ...(await answerResponse(draft, row.id, "response.created")), warnings };
}

/**
 * Replaces a response's status and description, and one media type where the call says anything of
 * it. While a response component is linked, the export is the reference to it; what the response
 * says itself is kept, and comes back when the link ends.
 * @throws Problem CONCURRENCY_CONFLICT where it was changed after it was read.
 */
export async function changeResponse(
  platform: Clock,
  context: ProjectContext,
  input: UpdateInput,
): Promise<Answer> {
  checkMediaType({ contentType: json, ...input });
  refuseBoth(input, "responseComponentId", "detachResponseComponent");
  const statusCode = toStatusCode(input.statusCode);
  return editEndpoint(context, input, async (draft) => {
    const { endpoint, parts } = draft;
    needStatus(draft, statusCode);
    const before = needResponse(parts.responses, input.responseId);
    checkRowVersion(before, input.rowVersion);
    checkTaken(parts.responses, statusCode, before.id);
    const ref = await readLink(draft, input, before.ref);
    const edited: ResponseRow = {
      ...before,
      statusCode,
      ref,
      description: describe(endpoint, { ...before, ref }, statusCode, input.description),
      rest: withoutMembers(before.rest, ["description"]),
    };
    const children = listChildren(before.id, parts);
    const row = linkRow(before as ResponseRow, edited, responseTable, children);
    await restoreResponse(platform, draft, before, row);
    const warnings = await writeResponseContent(platform, draft, row, input);
    const answer = await answerResponse(draft, row.id, "response.updated");
    return { ...answer, warnings: [...warnCleared(before, input), ...warnings] };
  });
}

export const removeResponse = (
  context: ProjectContext,
  input: InputOf<typeof deleteResponse>,
): Promise<void> =>
  editEndpoint(context, input, async (draft) => {
    const { id, statusCode } = needResponse(draft.parts.responses, input.responseId);
    dropPart(draft, "responses", id);
    const subject = { type: "response", id, name: statusCode } as const;
    context.emit("response.deleted", ofPart(draft.endpoint, subject));
  });

function needStatus({ endpoint: { rest, remnants } }: EndpointDraft, statusCode: string): void {
  needPieces(rest, "responses", "endpointId");
  needPieces(remnants?.["responses"]?.rest ?? null, statusCode, "statusCode");
}

export function needResponse(rows: readonly StoredResponse[], id: string): StoredResponse {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw notFound("The response");
  return row;
}

function checkTaken(
  rows: readonly StoredResponse[],
  statusCode: string,
  ownId: string | null,
): void {
  const other = rows.find((row) => row.statusCode === statusCode && row.id !== ownId);
  if (other === undefined) return;
  throw new Problem(
    "RESPONSE_EXISTS",
    `The endpoint has a response ${statusCode} already: update that one, or choose another status.`,
  );
}

async function readLink(
  { context, endpoint }: EndpointDraft,
  { responseComponentId: id, detachResponseComponent }: UpdateInput,
  before: string | null,
): Promise<string | null> {
  if (detachResponseComponent === true) return null;
  if (id === undefined) return before;
  return writeRef(await needComponent(context, endpoint, "responses", "responseComponentId", id));
}

/** A description is optional next to a reference, and in OpenAPI 3.2. */
function describe(
  { openapiVersion }: VisibleEndpoint,
  row: Pick<ResponseRow, "ref" | "description">,
  statusCode: string,
  given: string | undefined,
): string | null {
  if (given !== undefined) return given;
  const mayLack = row.ref !== null || isAtLeast(openapiVersion, "3.2");
  return row.description === null && mayLack ? null : describeStatus(statusCode);
}

function listChildren(id: string, { responseHeaders, mediaTypes }: EndpointParts): string[] {
  const has = (rows: readonly { readonly responseId: string | null }[]) =>
    rows.some(({ responseId }) => responseId === id);
  return [...(has(responseHeaders) ? ["headers"] : []), ...(has(mediaTypes) ? ["content"] : [])];
}

/** Writes the row. If a link without hidden content ends, the component's content is copied. */
async function restoreResponse(
  { clock }: Clock,
  draft: EndpointDraft,
  before: StoredResponse,
  row: ResponseRow,
): Promise<void> {
  const { context, endpoint, parts } = draft;
  const isBare =
    before.description === null && before.rest === null && listChildren(row.id, parts).length === 0;
  const content =
    before.ref !== null && row.ref === null && isBare
      ? await readComponent(context, endpoint, "responses", before.ref)
      : null;
  if (content === null) {
    putPart(draft, "responses", row);
    return;
  }
  const operation = { responses: { [row.statusCode]: content } };
  const copy = splitOperation(operation, endpoint.openapiVersion, () => clock.newId());
  const { description, rest, keys } = copy.responses[0] ?? row;
  putPart(draft, "responses", { ...row, description: description ?? row.description, rest, keys });
  const responseId = row.id;
  for (const each of copy.responseHeaders)
    putPart(draft, "responseHeaders", { ...each, responseId });
  for (const each of copy.mediaTypes) putPart(draft, "mediaTypes", { ...each, responseId });
}

async function writeResponseContent(
  platform: Clock,
  draft: EndpointDraft,
  row: ResponseRow,
  input: Omit<AddInput | UpdateInput, "specId" | "endpointId">,
): Promise<Warning[]> {
  const { contentType = json } = input;
  if (!saysMediaType({ ...input, contentType }) && contentType === json) return [];
  needPieces(row.rest, "content", "contentType");
  const owner = { requestBodyId: null, responseId: row.id };
  const warnings = await writeContent(platform, draft, owner, { ...input, contentType });
  const hidden = row.ref === null ? [] : warnHidden("the response", input, contentFields);
  return [...warnings, ...hidden];
}

function warnCleared(before: StoredResponse, { description }: UpdateInput): Warning[] {
  const said = before.description;
  const isOwn = said !== null && said !== "" && said !== describeStatus(before.statusCode);
  return warnNamed(isOwn && description === undefined ? ["description"] : []);
}

async function answerResponse(
  draft: EndpointDraft,
  id: string,
  event: "response.created" | "response.updated",
): Promise<Response> {
  const { context, endpoint, parts } = draft;
  const row = needResponse(parts.responses, id);
  context.emit(event, ofPart(endpoint, { type: "response", id, name: row.statusCode }));
  const mediaTypes = listContent(draft, { requestBodyId: null, responseId: id });
  const responseHeaders = parts.responseHeaders.filter(({ responseId }) => responseId === id);
  const findId = await findIds(draft, { responses: [row], mediaTypes, responseHeaders });
  return toResponse(row, mediaTypes, responseHeaders, findId);
}
