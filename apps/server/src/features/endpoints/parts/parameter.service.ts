import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  addParameter,
  deleteParameter,
  updateParameter,
} from "@lintel/contract/operations/parameter";
import type { Warning } from "@lintel/contract/shapes/design";
import type { Parameter } from "@lintel/contract/shapes/parameter";
import type { ParameterRow } from "@lintel/openapi/design";
import { memberOf } from "@lintel/json/value";
import { needComponent, refOfSchema, writeRef } from "../../../domain/design/component-refs.ts";
import type { SeenEndpoint } from "../../../domain/design/endpoint-sight.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { notFound } from "../../../platform/problem.ts";
import {
  checkRowVersion,
  deletePart,
  insertParts,
  needPieces,
  nextPosition,
  ofPart,
  openEndpoint,
  readParts,
  selectParts,
  updateParts,
  type OpenEndpoint,
} from "./endpoint-part.service.ts";
import type { StoredParameter } from "./endpoint-parts.store.ts";
import { readComponent } from "./inline-component.ts";
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
import { lockPath, selectSiblingParameters } from "./parameter.store.ts";
import { toParameter } from "./parameter.view.ts";
import { warn, warnNamed } from "../../../domain/design/warnings.ts";
import { warnCleared } from "./part-warnings.ts";
import { listVariables, parameterMissing } from "./path-variables.ts";
import { refreshUsages } from "./refresh-usages.ts";

type Answer = OutputOf<typeof addParameter>;

/** Adds a parameter to the endpoint's own; it may stand in for one of its path. */
export async function addEndpointParameter(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof addParameter>,
): Promise<Answer> {
  const { endpoint, parts } = await openParameters(context, input);
  needPieces(endpoint.rest, "parameters", "endpointId");
  const own = parts.parameters.filter(({ endpointId }) => endpointId !== null);
  const place = { id: clock.newId(), endpointId: endpoint.id, pathItemId: null };
  const blank = blankParameter({ ...place, position: nextPosition(own) });
  const change = await readChange(context, endpoint, input, false);
  const row = editParameter(blank, change, endpoint.openapiVersion);
  await checkBeside(context, endpoint, row);
  await insertParts(context, endpoint, "parameters", row);
  const answer = await answerParameter(context, endpoint, row.id, "parameter.created");
  return { ...answer, warnings: warnAll(endpoint, null, row, answer, input) };
}

/**
 * Replaces a parameter of the endpoint or of its path, which all endpoints of the path then have.
 * @throws Problem CONCURRENCY_CONFLICT where it was changed after it was read.
 */
export async function changeParameter(
  context: ProjectContext,
  input: InputOf<typeof updateParameter>,
): Promise<Answer> {
  const { endpoint, parts } = await openParameters(context, input);
  const before = needParameter(parts.parameters, input.parameterId);
  checkRowVersion(before, input.rowVersion);
  const change = await readChange(context, endpoint, input, input.isDeprecated === true);
  const row = editParameter(before, change, endpoint.openapiVersion);
  await checkBeside(context, endpoint, row);
  await updateParts(context, endpoint, "parameters", row);
  const answer = await answerParameter(context, endpoint, row.id, "parameter.updated");
  const missing = await warnMissing(context, endpoint, before);
  return { ...answer, warnings: [...missing, ...warnAll(endpoint, before, row, answer, input)] };
}

export async function removeParameter(
  context: ProjectContext,
  input: InputOf<typeof deleteParameter>,
): Promise<OutputOf<typeof deleteParameter>> {
  const { endpoint, parts } = await openParameters(context, input, "ofAnyForm");
  const before = needParameter(parts.parameters, input.parameterId);
  const { id, name } = before;
  await deletePart(context, endpoint, "parameters", id);
  context.emit("parameter.deleted", ofPart(endpoint, { type: "parameter", id, name }));
  return { warnings: await warnMissing(context, endpoint, before) };
}

/** Warns where the path has a variable that only the parameter described which is no more as it was. */
async function warnMissing(
  context: ProjectContext,
  endpoint: SeenEndpoint,
  before: StoredParameter,
): Promise<Warning[]> {
  const [was] = await placeParameter(context, endpoint, before);
  if (was?.location !== "path" || !listVariables(endpoint.path).includes(was.name)) return [];
  const { parameters } = await selectParts(context, endpoint);
  for (const each of parameters) {
    const [placed] = await placeParameter(context, endpoint, each);
    if (placed?.location === "path" && placed.name === was.name) return [];
  }
  return [parameterMissing(was.name)];
}

async function openParameters(
  context: ProjectContext,
  input: { readonly specId: string; readonly endpointId: string } & Partial<ParameterInput>,
  form?: "ofAnyForm",
): Promise<OpenEndpoint> {
  const { endpoint } = await openEndpoint(context, input);
  await lockPath(context.db, endpoint);
  if (form === undefined) checkParameter(endpoint, input as ParameterInput);
  // Read after the lock: parameters of the path change through its other endpoints as well.
  return { endpoint, parts: await selectParts(context, endpoint) };
}

function needParameter(rows: readonly StoredParameter[], id: string): StoredParameter {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw notFound("The parameter");
  return row;
}

async function readChange(
  context: ProjectContext,
  endpoint: SeenEndpoint,
  input: ParameterInput,
  isDeprecated: boolean,
): Promise<ParameterChange> {
  const { schemaId } = input;
  const schemaRef =
    schemaId === undefined
      ? null
      : writeRef(await needComponent(context, endpoint, "schemas", "schemaId", schemaId));
  return { ...input, isDeprecated, schemaRef };
}

/** Holds a parameter against all that an operation of the path has beside it. */
async function checkBeside(
  context: ProjectContext,
  endpoint: SeenEndpoint,
  row: ParameterRow,
): Promise<void> {
  const { parameters } = await selectParts(context, endpoint);
  const ofPath = parameters.filter(({ pathItemId }) => pathItemId !== null);
  const all = [...ofPath, ...(await selectSiblingParameters(context.db, endpoint))];
  const placed: PlacedParameter[] = [];
  for (const each of all) placed.push(...(await placeParameter(context, endpoint, each)));
  const [wanted] = await placeParameter(context, endpoint, row);
  if (wanted === undefined) return;
  checkTaken(wanted, placed);
  checkQuery(wanted, placed, endpoint);
}

/** None where it refers to something that is not in the document. */
async function placeParameter(
  context: ProjectContext,
  endpoint: SeenEndpoint,
  row: Pick<ParameterRow, "id" | "endpointId" | "pathItemId" | "ref" | "name" | "location">,
): Promise<PlacedParameter[]> {
  const ownerId = row.endpointId ?? row.pathItemId ?? "";
  const { id, ref } = row;
  if (ref === null) {
    return [{ id, ownerId, name: row.name ?? "", location: row.location ?? "" }];
  }
  const content = await readComponent(context, endpoint, "parameters", ref);
  const name = content === null ? null : memberOf(content, "name");
  const location = content === null ? null : memberOf(content, "in");
  return typeof name === "string" && typeof location === "string"
    ? [{ id, ownerId, name, location }]
    : [];
}

async function answerParameter(
  context: ProjectContext,
  endpoint: SeenEndpoint,
  id: string,
  event: "parameter.created" | "parameter.updated",
): Promise<Parameter> {
  await refreshUsages(context.db, endpoint);
  const { parts, findId } = await readParts(context, endpoint);
  const row = needParameter(parts.parameters, id);
  context.emit(event, ofPart(endpoint, { type: "parameter", id, name: row.name }));
  return toParameter(row, findId);
}

const clearable = [
  "description",
  "schemaFormat",
  "example",
  "serializedExample",
  "defaultValue",
  "style",
  "explode",
  "contentType",
] as const;

function warnAll(
  { openapiVersion }: SeenEndpoint,
  before: StoredParameter | null,
  row: ParameterRow,
  answer: Parameter,
  input: ParameterInput,
): Warning[] {
  const was = before === null ? null : toParameter(before, () => null);
  const replaced = [
    ...(before !== null && before.ref !== null ? ["ref"] : []),
    ...(before !== null && isByContent(before) && !isByContent(row) ? ["content"] : []),
  ];
  return [
    ...warnCleared(was, answer, input, clearable),
    ...warnNamed(replaced),
    ...warnReserved(input),
    ...warnDropped(row, input, openapiVersion),
  ];
}

/** What was given and cannot stand beside a reference, or beside the parameter's own `content`. */
function warnDropped(
  row: ParameterRow,
  input: ParameterInput,
  version: SeenEndpoint["openapiVersion"],
): Warning[] {
  const given = (fields: readonly (keyof ParameterInput)[]) =>
    fields.filter((field) => input[field] !== undefined);
  if (isByContent(row)) {
    const fields = given(["schemaType", "schemaId", ...clearable]).filter(
      (field) => field !== "description",
    );
    const message = "The parameter is described by its `content`, which stays in place of these.";
    return [warn("DROPPED_ON_EXPORT", fields, message)];
  }
  const fields = given(["schemaFormat", "defaultValue"]);
  if (version !== "3.0" || refOfSchema(row.schema) === null || fields.length === 0) return [];
  const message = "In OpenAPI 3.0 nothing stands beside the reference to a schema component.";
  return [warn("DROPPED_ON_EXPORT", fields, message)];
}
