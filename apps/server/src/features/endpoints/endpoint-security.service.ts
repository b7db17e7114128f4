import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  addSecurityScheme,
  removeEndpointSecurityScheme,
} from "@lintel/contract/operations/endpoint-security";
import type { Warning } from "@lintel/contract/shapes/design";
import { isObject, memberOf, type Json } from "@lintel/json/value";
import { quote } from "@lintel/json/shorten";
import { deleteRows, insertRows, updateRows } from "../../domain/design/bulk-rows.ts";
import { findComponentIds } from "../../domain/design/component-refs.ts";
import { designTables } from "../../domain/design/design-columns.ts";
import {
  findEndpoints,
  lockEndpoint,
  type VisibleEndpoint,
} from "../../domain/design/endpoint-visibility.ts";
import { lockDraft, type VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { warn } from "../../domain/design/warnings.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import type { StoredAssignment } from "./parts/endpoint-parts.store.ts";
import { selectAssignments, selectScheme } from "./endpoint-security.store.ts";
import { updateEndpoints } from "./endpoint.store.ts";
import { toAssignment } from "./endpoint.view.ts";
import { readIds, readList } from "./id-list.rules.ts";
import { ofEndpoint } from "./of-endpoint.ts";
import { refreshUsages } from "./parts/refresh-usages.ts";

type Input = InputOf<typeof addSecurityScheme>;
type Clock = Pick<Platform, "clock">;

const table = designTables.securityAssignments;

/**
 * Adds the scheme as a separate alternative to endpoints that do not require it yet. To the others
 * it adds the missing scopes.
 */
export async function assignScheme(
  platform: Clock,
  context: ProjectContext,
  input: Input,
): Promise<OutputOf<typeof addSecurityScheme>> {
  checkFields(input);
  const { version, endpoints } = await lockNamed(context, input);
  const { name: schemeName, content } = await needScheme(context, version, input);
  const scopes = readList(input.scopes ?? "");
  const assigned = await assignAll(platform, context, { version, endpoints }, schemeName, scopes);
  if (assigned.some(({ isChanged }) => isChanged))
    emitAdded(context, version, endpoints, { schemeName, scopes });
  const warnings = warnScopes(schemeName, content, scopes);
  return { assignments: await show(context, version, assigned), warnings };
}

async function assignAll(
  { clock }: Clock,
  context: ProjectContext,
  { version, endpoints }: Named,
  schemeName: string,
  scopes: string[],
): Promise<readonly Assigned[]> {
  const { db, now } = context;
  const present = Map.groupBy(
    await selectAssignments(
      db,
      version,
      endpoints.map(({ id }) => id),
    ),
    ({ endpointId }) => endpointId,
  );
  const assigned = endpoints.map(({ id: endpointId }) =>
    assign(clock, version, present.get(endpointId) ?? [], { endpointId, schemeName, scopes }),
  );
  const rowsOf = (isNew: boolean) =>
    assigned.filter((each) => each.isChanged && each.isNew === isNew).map(({ row }) => row);
  await insertRows(db, table, version, rowsOf(true), now);
  await updateRows(db, table, version, rowsOf(false), now);
  const changed = assigned.filter(({ isChanged }) => isChanged);
  await touch(
    context,
    version,
    endpoints,
    changed.map(({ row }) => row.endpointId),
  );
  return assigned;
}

const refuse = (field: string, message: string) => invalid({ field, code: "required", message });

function checkFields(input: Input): void {
  for (const pair of [
    ["endpointId", "endpointIds"],
    ["securitySchemeId", "securitySchemeName"],
  ] as const) {
    const [one, other] = pair;
    if (input[one] !== undefined && input[other] !== undefined) {
      throw new Problem("MUTUALLY_EXCLUSIVE", `Send ${one} or ${other}, not both.`, {
        fields: [...pair],
      });
    }
    if (input[one] === undefined && input[other] === undefined) {
      throw refuse(one, `Send ${one} or ${other}.`);
    }
  }
  if (input.endpointIds !== undefined && input.versionId === undefined) {
    throw refuse("versionId", "Say which version the endpoints of endpointIds are of.");
  }
}

interface Named {
  readonly version: VisibleVersion;
  /** Returns the endpoints in the given order. */
  readonly endpoints: readonly VisibleEndpoint[];
}

/** The version is locked, because several calls can change the same endpoints in any order. */
async function lockNamed(context: ProjectContext, input: Input): Promise<Named> {
  const { specId, endpointId, versionId } = input;
  if (endpointId !== undefined) {
    const wanted = { specId, endpointId, versionId };
    const { version, endpoint } = await lockEndpoint(context, wanted, "alone");
    return { version, endpoints: [endpoint] };
  }
  const endpointIds = readIds("endpointIds", input.endpointIds ?? "");
  const version = await lockDraft(context, specId, versionId ?? "", "alone");
  const found = await findEndpoints(context, { specId, versionId, endpointIds });
  const byId = new Map(found.map((each) => [each.id, each]));
  const endpoints = endpointIds.map((id) => {
    const endpoint = byId.get(id);
    if (endpoint === undefined) throw notFound(`The endpoint ${id}`);
    return endpoint;
  });
  return { version, endpoints };
}

async function needScheme(
  { db }: ProjectContext,
  version: VisibleVersion,
  { securitySchemeId: id, securitySchemeName: name }: Input,
): Promise<{ readonly name: string; readonly content: Json }> {
  const found = await selectScheme(db, version, { id, name });
  if (found !== undefined) return found;
  throw new Problem(
    "SECURITY_SCHEME_NOT_FOUND",
    `Version ${quote(version.version)} has no security scheme ${name === undefined ? `with the id ${id}` : `named ${quote(name)}`}.`,
  );
}

/** Only an OAuth scheme declares its scopes. */
function warnScopes(name: string, content: Json, scopes: readonly string[]): Warning[] {
  const flows = memberOf(content, "flows");
  if (!isObject(flows)) return [];
  const known = new Set(
    Object.values(flows).flatMap((flow) => {
      const named = memberOf(flow, "scopes");
      return isObject(named) ? Object.keys(named) : [];
    }),
  );
  const unknown = scopes.filter((scope) => !known.has(scope));
  if (unknown.length === 0) return [];
  const listed = unknown.map((scope) => quote(scope)).join(", ");
  const message = `No flow of the security scheme ${quote(name)} has ${listed}.`;
  return [warn("SCOPE_UNKNOWN", ["scopes"], message)];
}

interface Assigned {
  readonly row: StoredAssignment;
  readonly isNew: boolean;
  readonly isChanged: boolean;
}

function assign(
  clock: Platform["clock"],
  { organizationId, versionId }: VisibleVersion,
  present: readonly StoredAssignment[],
  wanted: Pick<StoredAssignment, "endpointId" | "scopes"> & { readonly schemeName: string },
): Assigned {
  const row = present.find((each) => each.schemeName === wanted.schemeName);
  if (row !== undefined) {
    const scopes = [...new Set([...row.scopes, ...wanted.scopes])];
    return { row: { ...row, scopes }, isNew: false, isChanged: scopes.length > row.scopes.length };
  }
  const alternative = Math.max(-1, ...present.map((each) => each.alternative)) + 1;
  const place = { organizationId, versionId, id: clock.newId(), alternative, position: 0 };
  return { row: { ...place, ...wanted }, isNew: true, isChanged: true };
}

/** Security requirements are part of the endpoint's object, so its row version changes. */
async function touch(
  context: ProjectContext,
  version: VisibleVersion,
  endpoints: readonly VisibleEndpoint[],
  changedIds: readonly string[],
): Promise<void> {
  const { db, now } = context;
  await updateEndpoints(db, version, changedIds, {}, now);
  const changed = new Set(changedIds);
  for (const endpoint of endpoints) {
    if (changed.has(endpoint.id)) await refreshUsages(db, endpoint);
  }
}

async function show(
  context: ProjectContext,
  version: VisibleVersion,
  assigned: readonly Assigned[],
): Promise<OutputOf<typeof addSecurityScheme>["assignments"]> {
  const { specId, versionId } = version;
  const endpointIds = assigned.map(({ row }) => row.endpointId);
  const endpoints = await findEndpoints(context, { specId, versionId, endpointIds });
  const versions = new Map(endpoints.map(({ id, rowVersion }) => [id, rowVersion]));
  const names = assigned.map(({ row: { schemeName: name } }) =>
    name === null ? null : { kind: "securitySchemes" as const, name },
  );
  const findId = await findComponentIds(context.db, version, names);
  return assigned.map(({ row, isNew }) => {
    const { endpointId } = row;
    return { endpointId, ...toAssignment(row, versions.get(endpointId) ?? "1", findId), isNew };
  });
}

function emitAdded(
  context: ProjectContext,
  { specId, versionId, version: name }: VisibleVersion,
  endpoints: readonly VisibleEndpoint[],
  details: { readonly schemeName: string; readonly scopes: readonly string[] },
): void {
  const [only, ...others] = endpoints;
  const endpointIds = endpoints.map(({ id }) => id);
  const added =
    only !== undefined && others.length === 0
      ? ofEndpoint(only)
      : {
          subject: { type: "specVersion", id: versionId, name } as const,
          data: { specId, versionId, endpointIds },
        };
  context.emit("endpoint_security.added", { ...added, details });
}

/**
 * Ends one assignment. After the last one, the endpoint has no security requirements of its own,
 * and those of the document apply. It never becomes public by this.
 */
export async function unassignScheme(
  context: ProjectContext,
  input: InputOf<typeof removeEndpointSecurityScheme>,
): Promise<void> {
  const { specId, endpointId, securitySchemeAssignmentId: id } = input;
  const { db, now } = context;
  const { endpoint, version } = await lockEndpoint(context, { specId, endpointId }, "alone");
  const present = await selectAssignments(db, version, [endpointId]);
  const assignment = present.find((each) => each.id === id);
  if (assignment === undefined) throw notFound("The assignment");
  await deleteRows(db, table, version, [id]);
  const { keys } = endpoint;
  const kept = keys?.filter((name) => name !== "security");
  const change = present.length > 1 || kept === undefined ? {} : { keys: JSON.stringify(kept) };
  await updateEndpoints(db, version, [endpointId], change, now);
  await refreshUsages(db, endpoint);
  const details = { schemeName: assignment.schemeName };
  context.emit("endpoint_security.removed", { ...ofEndpoint(endpoint), details });
}
