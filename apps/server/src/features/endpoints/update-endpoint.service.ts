import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { updateEndpoint } from "@lintel/contract/operations/endpoint";
import type { Warning } from "@lintel/contract/shapes/design";
import { isObject } from "@lintel/json/value";
import { hasPlan, markingPhases } from "../../domain/deprecation/marked-operations.ts";
import { operationKey } from "../../domain/deprecation/operation-key.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { lockEndpoint, type VisibleEndpoint } from "../../domain/design/endpoint-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict } from "../../platform/problem.ts";
import { chooseOperationId, type ChosenOperationId } from "./choose-operation-id.ts";
import { checkMethod, refreshEndpoint, toText } from "./endpoint.service.ts";
import { updateEndpoints, type EndpointChange } from "./endpoint.store.ts";
import { readList } from "./id-list.rules.ts";
import { moveToTarget } from "./move-path.service.ts";
import { ofEndpoint } from "./of-endpoint.ts";
import { readEndpoint } from "./read-endpoint.service.ts";
import { deprecationHeld } from "./warnings.ts";
import { warnNamed } from "../../domain/design/warnings.ts";

type Clock = Pick<Platform, "clock">;
type Input = InputOf<typeof updateEndpoint>;

/** Replaces an endpoint: omitted fields are cleared, except tags and internal notes. */
export async function replaceEndpoint(
  platform: Clock,
  context: ProjectContext,
  input: Input,
): Promise<OutputOf<typeof updateEndpoint>> {
  const { specId, versionId, endpointId, method, path } = input;
  const { db, now } = context;
  const wanted = { specId, versionId, endpointId };
  const draft = await lockEndpoint(context, wanted, "alone");
  const { endpoint: before, version } = draft;
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  if (method !== before.method) checkMethod(version, method);
  const moved = await moveToTarget(platform, context, draft, { method, path });
  const chosen = await keepOrChoose(context, before, input);
  const key = operationKey(method, path);
  const isHeld =
    input.isDeprecated !== true && (await hasPlan(db, { ...version, specId }, key, markingPhases));
  const change = {
    pathItemId: moved.pathItemId,
    method,
    summary: toText(input.summary),
    description: toText(input.description),
    operationId: chosen.operationId,
    isDeprecated: isHeld ? before.isDeprecated : (input.isDeprecated ?? false),
    ...keptUnlessSent(input),
    ...readRest(before, input),
  };
  await updateEndpoints(db, version, [endpointId], change, now);
  await refreshEndpoint(context, specId, endpointId, moved.gone);
  context.emit("endpoint.updated", {
    ...ofEndpoint({ ...wanted, id: endpointId, method, path }),
    details: wasElsewhere(before, input),
  });
  const endpoint = await readEndpoint(context, specId, endpointId);
  const held = isHeld ? [deprecationHeld] : [];
  return {
    ...endpoint,
    warnings: [...moved.warnings, ...chosen.warnings, ...warn(input, before, endpoint), ...held],
  };
}

/** An unchanged one is not checked, because imported documents can repeat it. */
async function keepOrChoose(
  context: ProjectContext,
  before: VisibleEndpoint,
  input: Input,
): Promise<ChosenOperationId> {
  if (before.operationId !== null && input.operationId?.trim() === before.operationId) {
    return { operationId: before.operationId, warnings: [] };
  }
  return chooseOperationId(context, before, input, before.id);
}

const keptUnlessSent = ({ tags, internalNotes }: Input): EndpointChange => ({
  ...(tags === undefined ? {} : { tags: JSON.stringify(readList(tags)) }),
  ...(internalNotes === undefined ? {} : { internalNotes: toText(internalNotes) }),
});

const replaced = ["summary", "description", "operationId", "deprecated"];

/** Members with another shape than their column are replaced as well. */
function readRest({ rest }: VisibleEndpoint, { tags }: Input): EndpointChange {
  if (!isObject(rest)) return {};
  const names = tags === undefined ? replaced : [...replaced, "tags"];
  const kept = Object.entries(rest).filter(([name]) => !names.includes(name));
  if (kept.length === Object.keys(rest).length) return {};
  return { rest: kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept)) };
}

const optionalTexts = ["summary", "description", "operationId"] as const;

function warn(
  input: Input,
  before: VisibleEndpoint,
  after: Pick<VisibleEndpoint, (typeof optionalTexts)[number]>,
): Warning[] {
  const cleared = optionalTexts.filter(
    (name) => input[name] === undefined && before[name] !== null && before[name] !== after[name],
  );
  return warnNamed(cleared);
}

const wasElsewhere = (before: VisibleEndpoint, { method, path }: Input) =>
  before.method === method && before.path === path
    ? {}
    : { was: `${before.method.toUpperCase()} ${before.path}` };
