import type { Warning } from "@lintel/contract/shapes/design";
import { splitMembers, parameterTable } from "@lintel/openapi/members";
import { isObject, memberOf } from "@lintel/json/value";
import { deleteRows, insertRows, updateRows } from "../../domain/design/bulk-rows.ts";
import { designTables } from "../../domain/design/design-columns.ts";
import type { VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { StoredParameter } from "./parts/endpoint-parts.store.ts";
import { listVariables, parameterMissing } from "./parts/path-variables.ts";
import {
  identifyParameter,
  openFollow,
  type Follow,
  type FollowedParameter,
} from "./parts/follow-parameters.ts";
import { ofEndpoint, ofPath, selectOwned } from "./path-parameter.store.ts";
import type { StoredPathItem } from "./path-item.store.ts";
import { matchVariables, type VariableChanges } from "./path-template.rules.ts";
import { parameterAdded, parameterRemoved } from "./warnings.ts";

/** An endpoint that was moved to a path. */
export interface Arrival {
  readonly version: VisibleVersion;
  readonly endpoint: { readonly id: string; readonly rest: unknown };
  readonly item: StoredPathItem;
  /** Whether the path was made for this endpoint. */
  readonly isNew: boolean;
  /** Its previous path, or null for a new endpoint. */
  readonly from: { readonly pathItemId: string; readonly path: string } | null;
}

export interface Settled {
  readonly warnings: readonly Warning[];
  /** Removed rows. */
  readonly gone: readonly string[];
}

type Clock = Pick<Platform, "clock">;

/** The parameter rows to write. */
interface Draft {
  readonly added: StoredParameter[];
  readonly changed: StoredParameter[];
  readonly removed: FollowedParameter[];
  /** Path parameters that were added for variables of the path. */
  readonly made: StoredParameter[];
  /** Variables of the path that could not get one. */
  readonly missing: string[];
}

/**
 * Has the path parameters of an endpoint follow its path: renamed variables keep theirs, those that
 * are gone take theirs along, new ones get one. What it had of its former path in common with
 * others comes with it: to the new path where that was just made, else to the endpoint itself.
 */
export async function settleParameters(
  { clock }: Clock,
  context: ProjectContext,
  arrival: Arrival,
): Promise<Settled> {
  const { db, now } = context;
  const { version, endpoint, item, from } = arrival;
  const own = await selectOwned(db, version, ofEndpoint(endpoint.id));
  const there = await selectOwned(db, version, ofPath(item.id));
  const shared =
    from === null || from.pathItemId === item.id
      ? []
      : await selectOwned(db, version, ofPath(from.pathItemId));
  const follow = await openFollow(db, version, [...own, ...there, ...shared]);
  const draft = draftChanges(clock, arrival, { own, there, shared, follow });
  const table = designTables.parameters;
  const gone = draft.removed.flatMap(({ row }) => (shared.includes(row) ? [] : [row.id]));
  await deleteRows(db, table, version, gone);
  await updateRows(db, table, version, draft.changed, now);
  await insertRows(db, table, version, [...draft.added, ...draft.made], now);
  return { warnings: warn(draft), gone };
}

interface Present {
  readonly own: readonly StoredParameter[];
  readonly there: readonly StoredParameter[];
  readonly shared: readonly StoredParameter[];
  readonly follow: Follow;
}

function draftChanges(
  clock: Platform["clock"],
  arrival: Arrival,
  { own, there, shared, follow }: Present,
): Draft {
  const { from, item, isNew, endpoint, version } = arrival;
  const changes: VariableChanges = from === null ? new Map() : matchVariables(from.path, item.path);
  const draft: Draft = { added: [], changed: [], removed: [], made: [], missing: [] };
  const adapt = (each: FollowedParameter) => adaptParameter(each, changes, version);
  const stay = (rows: readonly StoredParameter[]) =>
    follow(rows).flatMap((each) => {
      const now = adapt(each);
      if (now === null) draft.removed.push(each);
      else if (now !== each) draft.changed.push(now.row);
      return now ?? [];
    });
  const kept = [...stay(own), ...(from?.pathItemId === item.id ? stay(there) : follow(there))];
  const known = new Set(kept.map(identifyParameter));
  const owner = isNew ? ofPath(item.id) : ofEndpoint(endpoint.id);
  for (const each of follow(shared)) {
    const now = adapt(each);
    if (now === null) {
      if (!known.has(identifyParameter(each))) draft.removed.push(each);
    } else if (isNew || !(known.has(identifyParameter(now)) || isKeptWhole(endpoint.rest))) {
      draft.added.push({ ...now.row, id: clock.newId(), ...owner });
      kept.push(now);
    }
  }
  if (isKeptWhole(endpoint.rest) || isKeptWhole(item.rest)) {
    const old = new Set(listVariables(from?.path ?? ""));
    draft.missing.push(...listMissing(item.path, kept).filter((name) => !old.has(name)));
  } else {
    draft.made.push(...makeMissing(clock, arrival, kept, nextPosition([...own, ...draft.added])));
  }
  return draft;
}

/** The stored parameters are not a list, and added rows would hide them. */
const isKeptWhole = (rest: unknown): boolean =>
  isObject(rest) && memberOf(rest, "parameters") !== undefined;

const nextPosition = (rows: readonly StoredParameter[]): number =>
  Math.max(-1, ...rows.map(({ position }) => position)) + 1;

/** The parameter with its variable's new name, or null if the variable was removed. */
function adaptParameter(
  each: FollowedParameter,
  changes: VariableChanges,
  { openapiVersion }: VisibleVersion,
): FollowedParameter | null {
  const { row, name, location, content } = each;
  const renamed = location === "path" && name !== null ? changes.get(name) : undefined;
  if (renamed === undefined || renamed === name) return each;
  if (renamed === null) return null;
  if (content === null) return { ...each, name: renamed, row: { ...row, name: renamed } };
  // Others may refer to the component, so its content is inlined here with the new name.
  const { columns, remnant } = splitMembers(content, parameterTable, openapiVersion);
  const own = { ...row, ...columns, ...remnant, remnants: null, ref: null, name: renamed };
  return { row: own, name: renamed, location, content: null };
}

function makeMissing(
  clock: Platform["clock"],
  { version, item, endpoint }: Arrival,
  present: readonly FollowedParameter[],
  position: number,
): StoredParameter[] {
  const { organizationId, versionId } = version;
  return listMissing(item.path, present).map((name, at) => ({
    organizationId,
    versionId,
    ...nothingSaid,
    ...ofEndpoint(endpoint.id),
    id: clock.newId(),
    position: position + at,
    name,
  }));
}

function listMissing(path: string, present: readonly FollowedParameter[]): string[] {
  const names = new Set(
    present.flatMap(({ name, location }) => (location === "path" && name !== null ? [name] : [])),
  );
  return [...new Set(listVariables(path))].filter((name) => !names.has(name));
}

const nothingSaid = {
  ref: null,
  location: "path",
  description: null,
  required: true,
  isDeprecated: false,
  style: null,
  explode: null,
  contentType: null,
  schema: { type: "string" },
  example: null,
  rest: null,
  keys: null,
  remnants: null,
  rowVersion: "1",
} as const;

const warn = ({ made, removed, missing }: Draft): Warning[] => [
  ...removed.map(({ row, name }) => parameterRemoved(name ?? "", row.id)),
  ...made.map(({ id, name }) => parameterAdded(name ?? "", id)),
  ...missing.map((name) => parameterMissing(name)),
];
