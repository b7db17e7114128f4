import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  addParameter,
  deleteParameter,
  updateParameter,
} from "@lintel/contract/operations/parameter";
import type { Warning } from "@lintel/contract/shapes/design";
import type { Parameter } from "@lintel/contract/shapes/parameter";
import type { ParameterRow } from "@lintel/openapi/design";
import { needComponent, refOfSchema, writeRef } from "../../../domain/design/component-refs.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { notFound } from "../../../platform/problem.ts";
import { dropPart, editEndpoint, findIds, putPart, type EndpointDraft } from "./endpoint-draft.ts";
import { checkRowVersion, needPieces, nextPosition, ofPart } from "./endpoint-part.service.ts";
import type { StoredParameter } from "./endpoint-parts.store.ts";
import { openFollow } from "./follow-parameters.ts";
import {
  blankParameter,
  editParameter,
  isByContent,
  type ParameterChange,
} from "./parameter-edit.ts";
import {
  checkParameter,
  checkQuery,
  checkTaken,
  warnReserved,
  type ParameterInput,
  type PlacedParameter,
} from "./parameter.rules.ts";
import { selectSiblingParameters } from "./parameter.store.ts";
import { toParameter } from "./parameter.view.ts";
import { parseSchema } from "../../../domain/design/schema-edits.ts";
import { warnSchema } from "../../../domain/design/schema-warnings.ts";
import { warn, warnNamed } from "../../../domain/design/warnings.ts";
import { warnCleared } from "./part-warnings.ts";
import { listVariables, parameterMissing } from "./path-variables.ts";

type Answer = OutputOf<typeof addParameter>;

/** The fields of a parameter in a call, except its place. */
type Input = Omit<ParameterInput, "specId" | "endpointId">;
type Update = Omit<InputOf<typeof updateParameter>, "specId" | "endpointId">;

/** Adds a parameter to the endpoint, which can override one of its path. */
export async function addEndpointParameter(
  { clock }: Pick<Platform, "clock">,
  draft: EndpointDraft,
  input: Input,
): Promise<Answer> {
  const { endpoint, parts } = draft;
  checkParameter(endpoint, input);
  needPieces(endpoint.rest, "parameters", "endpointId");
  const own = parts.parameters.filter(({ endpointId }) => endpointId !== null);
  const place = { id: clock.newId(), endpointId: endpoint.id, pathItemId: null };
  const blank = blankParameter({ ...place, position: nextPosition(own) });
  return putParameter(draft, null, blank, await readChange(draft, input, false), input);
}

/**
 * Replaces a parameter of the endpoint or of its path, which all endpoints of the path then have.
 * @throws Problem CONCURRENCY_CONFLICT if it was changed after it was read.
 */
export async function changeParameter(draft: EndpointDraft, input: Update): Promise<Answer> {
  checkParameter(draft.endpoint, input);
  const before = needParameter(draft.parts.parameters, input.parameterId);
  checkRowVersion(before, input.rowVersion);
  const change = await readChange(draft, input, input.isDeprecated === true);
  const answer = await putParameter(draft, before, before, change, input);
  const { context, endpoint } = draft;
  return {
    ...answer,
    warnings: [
      ...(await warnMissing(draft, before)),
      ...answer.warnings,
      ...(await warnSchema(context.db, endpoint, "schemaJson", change.wholeSchema ?? undefined)),
    ],
  };
}

export const removeParameter = (
  context: ProjectContext,
  input: InputOf<typeof deleteParameter>,
): Promise<OutputOf<typeof deleteParameter>> =>
  editEndpoint(
    context,
    input,
    async (draft) => {
      const before = needParameter(draft.parts.parameters, input.parameterId);
      const { id, name } = before;
      dropPart(draft, "parameters", id);
      const subject = { type: "parameter", id, name } as const;
      context.emit("parameter.deleted", ofPart(draft.endpoint, subject));
      return { warnings: await warnMissing(draft, before) };
    },
    "path",
  );

/** Warns where the path has a variable that only the parameter described which is no more as it was. */
async function warnMissing(draft: EndpointDraft, before: StoredParameter): Promise<Warning[]> {
  const [was] = await placeParameters(draft, [before]);
  if (was?.location !== "path" || !listVariables(draft.endpoint.path).includes(was.name)) return [];
  const placed = await placeParameters(draft, draft.parts.parameters);
  const isThere = placed.some(({ location, name }) => location === "path" && name === was.name);
  return isThere ? [] : [parameterMissing(was.name)];
}

async function putParameter(
  draft: EndpointDraft,
  before: StoredParameter | null,
  from: ParameterRow,
  change: ParameterChange,
  input: Input,
): Promise<Answer> {
  const { context, endpoint } = draft;
  const edited = editParameter(from, change, endpoint.openapiVersion);
  await checkOthers(draft, edited);
  const row = putPart(draft, "parameters", edited);
  const subject = { type: "parameter", id: row.id, name: row.name } as const;
  const event = before === null ? "parameter.created" : "parameter.updated";
  context.emit(event, ofPart(endpoint, subject));
  const answer = toParameter(row, await findIds(draft, { parameters: [row] }));
  return { ...answer, warnings: warnAll(endpoint, before, edited, answer, input) };
}

function needParameter(rows: readonly StoredParameter[], id: string): StoredParameter {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw notFound("The parameter");
  return row;
}

async function readChange(
  { context, endpoint }: EndpointDraft,
  input: Input,
  isDeprecated: boolean,
): Promise<ParameterChange> {
  const { schemaId, schemaJson } = input;
  const schemaRef =
    schemaId === undefined || schemaJson !== undefined
      ? null
      : writeRef(await needComponent(context, endpoint, "schemas", "schemaId", schemaId));
  const wholeSchema =
    schemaJson === undefined ? undefined : readWhole(schemaJson, endpoint.openapiVersion);
  return { ...input, isDeprecated, schemaRef, wholeSchema };
}

const readWhole = (text: string, version: VisibleEndpoint["openapiVersion"]) =>
  text === "" ? null : parseSchema(text, "schemaJson", version);

/** Checks a parameter against all others of an operation of the path. */
async function checkOthers(draft: EndpointDraft, row: ParameterRow): Promise<void> {
  const { context, endpoint, parts } = draft;
  const siblings = await selectSiblingParameters(context.db, endpoint);
  const placed = await placeParameters(draft, [...parts.parameters, ...siblings]);
  const { id, name, location } = row;
  const wanted = { id, ownerId: ownerOf(row), name: name ?? "", location: location ?? "" };
  checkTaken(wanted, placed);
  checkQuery(wanted, placed, endpoint);
}

const ownerOf = ({ endpointId, pathItemId }: Pick<ParameterRow, "endpointId" | "pathItemId">) =>
  endpointId ?? pathItemId ?? "";

/** Parameters whose references are not in the document are omitted. */
async function placeParameters(
  { context, endpoint }: EndpointDraft,
  rows: readonly StoredParameter[],
): Promise<PlacedParameter[]> {
  const follow = await openFollow(context.db, endpoint, rows);
  return follow(rows).flatMap(({ row, name, location }) =>
    name === null || location === null
      ? []
      : [{ id: row.id, ownerId: ownerOf(row), name, location }],
  );
}

const ownClearable = [
  "description",
  "example",
  "serializedExample",
  "style",
  "explode",
  "contentType",
] as const;
const clearable = [...ownClearable, "schemaFormat", "defaultValue"] as const;

function warnAll(
  { openapiVersion }: VisibleEndpoint,
  before: StoredParameter | null,
  row: ParameterRow,
  answer: Parameter,
  input: Input,
): Warning[] {
  const was = before === null ? null : toParameter(before, () => null);
  const replaced = [
    ...(before !== null && before.ref !== null ? ["ref"] : []),
    ...(before !== null && isByContent(before) && !isByContent(row) ? ["content"] : []),
  ];
  return [
    ...warnCleared(was, answer, input, input.schemaJson === undefined ? clearable : ownClearable),
    ...warnNamed(replaced),
    ...warnReserved(input),
    ...warnDropped(row, input, openapiVersion),
  ];
}

/** Given fields that cannot be next to a reference, or next to the parameter's own `content`. */
function warnDropped(
  row: ParameterRow,
  input: Input,
  version: VisibleEndpoint["openapiVersion"],
): Warning[] {
  const given = (fields: readonly (keyof Input)[]) =>
    fields.filter((field) => input[field] !== undefined);
  if (isByContent(row)) {
    const fields = given(["schemaType", "schemaId", ...clearable]).filter(
      (field) => field !== "description",
    );
    const message =
      "The parameter is described by its `content`, which is kept instead of these fields.";
    return [warn("DROPPED_ON_EXPORT", fields, message)];
  }
  const fields = given(["schemaFormat", "defaultValue"]);
  if (version !== "3.0" || refOfSchema(row.schema) === null || fields.length === 0) return [];
  const message = "In OpenAPI 3.0 a reference to a schema component has no other members.";
  return [warn("DROPPED_ON_EXPORT", fields, message)];
}
