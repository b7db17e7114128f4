import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listFindingChanges, listFindings } from "@lintel/contract/operations/finding";
import type { Finding } from "@lintel/contract/shapes/finding";
import { findingSorts } from "@lintel/contract/words/security";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import { selectChanges, selectNames } from "./finding-change.store.ts";
import {
  fingerprintOf,
  knowsEnvironment,
  selectFinding,
  selectFindings,
  type FindingFilter,
  type FindingOrder,
  type StoredFinding,
} from "./finding.store.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";

type ListInput = InputOf<typeof listFindings>;

export async function listProjectFindings(
  context: ProjectContext,
  input: ListInput,
): Promise<OutputOf<typeof listFindings>> {
  const paging = readPaging(input);
  const filter = await readFilter(context, input);
  // Nothing is assigned to a caller who is no person.
  if (filter === null) return { items: [], total: 0, ...paging };
  const order = readOrder(input.sortBy ?? "severity");
  const page = await selectFindings(context.db, context, filter, { ...order, ...paging });
  return { items: page.items.map(toFinding), total: page.totalCount, ...paging };
}

/**
 * A filter without the fields of a list; null where it cannot find anything.
 *
 * @throws Problem NOT_FOUND for an environment that the project does not have
 */
export async function readFilter(
  context: ProjectContext,
  { assignedToMe = false, ...given }: FindingFilter & { assignedToMe?: boolean | undefined },
): Promise<FindingFilter | null> {
  const { db, principal } = context;
  const { environmentId } = given;
  if (environmentId !== undefined && !(await knowsEnvironment(db, context, environmentId)))
    throw notFound("The environment");
  if (!assignedToMe) return given;
  return principal.user === null ? null : { ...given, assignedToUserId: principal.user.id };
}

const readOrder = (text: string): FindingOrder => {
  const isReversed = text.startsWith("-");
  const name = isReversed ? text.slice(1) : text;
  return { by: findingSorts.find((one) => one === name) ?? "severity", isReversed };
};

export async function readFinding(context: ProjectContext, id: string): Promise<Finding> {
  return toFinding(await findFinding(context, id));
}

/** @throws Problem NOT_FOUND where the project has no such finding */
export async function findFinding(
  context: ProjectPlace & Pick<ProjectContext, "db">,
  id: string,
): Promise<StoredFinding> {
  const row = await selectFinding(context.db, context, id);
  if (row === undefined) throw notFound("The finding");
  return row;
}

export async function listChanges(
  context: ProjectContext,
  { findingId, ...input }: InputOf<typeof listFindingChanges>,
): Promise<OutputOf<typeof listFindingChanges>> {
  const { id } = await findFinding(context, findingId);
  const { organizationId, db } = context;
  const place = { organizationId, findingId: id };
  const { items, ...page } = await selectChanges(db, place, readPaging(input));
  const people = items.flatMap(({ actor }) => (actor.id === null ? [] : [actor.id]));
  const names = await selectNames(db, [...new Set(people)]);
  return {
    ...page,
    items: items.map(({ number, changedAt, kind, actor, scanRunId, changes }) => ({
      number,
      changedAt: changedAt.toISOString(),
      kind,
      actor: { ...actor, name: names.get(actor.id ?? "") ?? null },
      scanRunId,
      changes: Object.fromEntries(
        Object.entries(changes).map(([field, values]) => [field, [...values]]),
      ),
    })),
  };
}

export function toFinding(row: StoredFinding): Finding {
  return {
    id: row.id,
    fingerprint: fingerprintOf(row),
    scanRunId: row.scanRunId,
    firstSeenScanRunId: row.firstSeenScanRunId,
    environmentId: row.environmentId,
    environmentName: row.environmentName,
    scannerId: row.scannerId,
    guidanceId: row.guidanceId,
    owaspCategory: row.owaspCategory,
    cwe: row.cwe,
    severity: row.severity,
    confidence: row.confidence,
    status: row.status,
    title: row.title,
    description: row.description,
    remediation: row.remediation,
    references: row.referenceUrls,
    method: row.method,
    path: row.path,
    location: row.location,
    parameter: row.parameter === "" ? null : row.parameter,
    evidence: row.evidence as unknown as Finding["evidence"],
    reproductionCurl: row.reproductionCurl,
    assignedToUserId: row.assignedToUserId,
    resolutionNotes: row.resolutionNotes,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
