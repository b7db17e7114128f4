import { methodsWithBody } from "@lintel/contract/words/design";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { deleteRequestBody, setRequestBody } from "@lintel/contract/operations/request-body";
import type { Warning } from "@lintel/contract/shapes/design";
import type { RequestBody } from "@lintel/contract/shapes/request-body";
import type { RequestBodyRow } from "@lintel/openapi/design";
import { requestBodyTable } from "@lintel/openapi/members";
import { needComponent, writeRef } from "../../../domain/design/component-refs.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import { withoutMembers } from "../../../domain/design/rest-edits.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { invalid, notFound, Problem } from "../../../platform/problem.ts";
import { linkRow } from "./component-link.ts";
import { contentFields, listContent, warnHidden, writeContent } from "./content.service.ts";
import { dropPart, editEndpoint, findIds, putPart, type EndpointDraft } from "./endpoint-draft.ts";
import { checkRowVersion, needPieces, ofPart, refuseBoth } from "./endpoint-part.service.ts";
import type { EndpointParts, StoredRequestBody } from "./endpoint-parts.store.ts";
import { readComponent, splitOperation } from "./inline-component.ts";
import { checkMediaType, saysMediaType } from "./media-type.service.ts";
import { warnNamed } from "../../../domain/design/warnings.ts";
import { toRequestBody } from "./payload.view.ts";

type Clock = Pick<Platform, "clock">;
type Input = Omit<InputOf<typeof setRequestBody>, "specId" | "endpointId">;

/**
 * Makes an endpoint's request body, or replaces what it says itself and, where the call says anything
 * of it, one media type. While a request body component is linked, the export is the reference to it
 * alone; what the body says itself is kept, and comes back when the link ends.
 * @throws Problem ROW_VERSION_REQUIRED or CONCURRENCY_CONFLICT where there is a body that the caller
 *   has not read, or not lately.
 */
export async function writeRequestBody(
  platform: Clock,
  draft: EndpointDraft,
  input: Input,
): Promise<OutputOf<typeof setRequestBody>> {
  const { endpoint, parts } = draft;
  checkMediaType(input);
  refuseBoth(input, "requestBodyComponentId", "detachRequestBodyComponent");
  needMethod(endpoint);
  needPieces(endpoint.rest, "requestBody", "endpointId");
  const [before] = parts.requestBodies;
  checkVersion(before, input.rowVersion);
  const row = await writeRow(platform, draft, before, input);
  const warnings = await writeBodyContent(platform, draft, row, input);
  const answer = await answerBody(draft);
  return { ...answer, warnings: [...warnCleared(before, input), ...warnings] };
}

export const removeRequestBody = (
  context: ProjectContext,
  input: InputOf<typeof deleteRequestBody>,
): Promise<void> =>
  editEndpoint(context, input, async (draft) => {
    const { id } = needBody(draft.parts);
    dropPart(draft, "requestBodies", id);
    context.emit("request_body.deleted", ofPart(draft.endpoint, toSubject(draft.endpoint, id)));
  });

const toSubject = ({ method, path }: VisibleEndpoint, id: string) =>
  ({ type: "requestBody", id, name: `${method.toUpperCase()} ${path}` }) as const;

function needMethod({ method }: VisibleEndpoint): void {
  if (methodsWithBody.has(method)) return;
  throw invalid({
    field: "endpointId",
    code: "method",
    message: `Requests of ${method.toUpperCase()} have no body: take an endpoint whose method is post, put, patch or query, or change the method first.`,
  });
}

function checkVersion(before: StoredRequestBody | undefined, rowVersion: string | undefined): void {
  if (before !== undefined && rowVersion !== undefined) return checkRowVersion(before, rowVersion);
  if (before !== undefined) {
    throw new Problem(
      "ROW_VERSION_REQUIRED",
      "The endpoint has a request body: read it, and send its rowVersion with the change.",
    );
  }
  if (rowVersion === undefined) return;
  throw new Problem(
    "NOT_FOUND",
    "The request body that was read is gone: leave rowVersion out to make a new one.",
  );
}

async function writeRow(
  { clock }: Clock,
  draft: EndpointDraft,
  before: StoredRequestBody | undefined,
  input: Input,
): Promise<RequestBodyRow> {
  const edited: RequestBodyRow = {
    id: before?.id ?? clock.newId(),
    endpointId: draft.endpoint.id,
    ref: await readLink(draft, input, before?.ref ?? null),
    description: input.description ?? null,
    required: input.required !== false,
    rest: withoutMembers(before?.rest ?? null, ["description", "required"]),
    keys: before?.keys ?? null,
  };
  const hasContent = listContent(draft, contentOwner(edited)).length > 0;
  const from: RequestBodyRow | null = before ?? null;
  const row = linkRow(from, edited, requestBodyTable, hasContent ? ["content"] : []);
  if (before === undefined) return putPart(draft, "requestBodies", row);
  return restoreBody({ clock }, draft, before, row, hasContent);
}

const contentOwner = ({ id }: RequestBodyRow) => ({ requestBodyId: id, responseId: null });

/** Writes the row. If a link without hidden content ends, the component's content is copied. */
async function restoreBody(
  { clock }: Clock,
  draft: EndpointDraft,
  before: StoredRequestBody,
  row: RequestBodyRow,
  hasContent: boolean,
): Promise<RequestBodyRow> {
  const { context, endpoint } = draft;
  const isBare = !hasContent && before.description === null && before.rest === null;
  const content =
    before.ref !== null && row.ref === null && isBare
      ? await readComponent(context, endpoint, "requestBodies", before.ref)
      : null;
  const operation = content === null ? {} : { requestBody: content };
  const copy = splitOperation(operation, endpoint.openapiVersion, () => clock.newId());
  const { description, rest, keys } = copy.requestBodies[0] ?? row;
  const restored = { ...row, description: row.description ?? description, rest, keys };
  for (const each of copy.mediaTypes)
    putPart(draft, "mediaTypes", { ...each, requestBodyId: row.id });
  return putPart(draft, "requestBodies", restored);
}

async function readLink(
  { context, endpoint }: EndpointDraft,
  { requestBodyComponentId: id, detachRequestBodyComponent }: Input,
  before: string | null,
): Promise<string | null> {
  if (detachRequestBodyComponent === true) return null;
  if (id === undefined) return before;
  return writeRef(
    await needComponent(context, endpoint, "requestBodies", "requestBodyComponentId", id),
  );
}

/**
 * A body needs content (Request Body Object), so a media type of which only the name is given is
 * added.
 */
async function writeBodyContent(
  platform: Clock,
  draft: EndpointDraft,
  row: RequestBodyRow,
  input: Input,
): Promise<Warning[]> {
  const owner = contentOwner(row);
  const hasContent = listContent(draft, owner).length > 0;
  if (row.ref !== null && !hasContent && !saysMediaType(input)) return [];
  needPieces(row.rest, "content", "contentType");
  const warnings = await writeContent(platform, draft, owner, input);
  const hidden = row.ref === null ? [] : warnHidden("the body", input, contentFields);
  return [...warnings, ...hidden];
}

function warnCleared(before: StoredRequestBody | undefined, input: Input): Warning[] {
  const said = before?.description ?? "";
  return warnNamed(said !== "" && input.description === undefined ? ["description"] : []);
}

function needBody({ requestBodies }: EndpointParts): StoredRequestBody {
  const [row] = requestBodies;
  if (row === undefined) throw notFound("The request body");
  return row;
}

async function answerBody(draft: EndpointDraft): Promise<RequestBody> {
  const { context, endpoint, parts } = draft;
  const row = needBody(parts);
  context.emit("request_body.set", ofPart(endpoint, toSubject(endpoint, row.id)));
  const mediaTypes = listContent(draft, contentOwner(row));
  const findId = await findIds(draft, { requestBodies: [row], mediaTypes });
  return toRequestBody(row, mediaTypes, findId);
}
