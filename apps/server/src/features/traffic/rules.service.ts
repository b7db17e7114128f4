import type { InputOf } from "@lintel/contract/operation";
import type { getTrafficRules } from "@lintel/contract/operations/traffic";
import type { TrafficOperation, TrafficPlan, TrafficRules } from "@lintel/contract/shapes/traffic";
import { isTreated } from "@lintel/traffic/treat-at";
import { operationKey } from "../../domain/deprecation/operation-key.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { defaultSources, findEnvironment } from "./route.service.ts";
import { selectPublishedVersions, selectRoute, type PublishedVersion } from "./route.store.ts";
import {
  selectPlansOfTraffic,
  selectPublishedOperations,
  type PlanOfTraffic,
  type PublishedOperation,
} from "./rules.store.ts";
import type { StoredRouteSpec } from "./traffic.tables.ts";

export async function readTrafficRules(
  context: ProjectContext,
  { environmentId, onlyPlanned = false }: InputOf<typeof getTrafficRules>,
): Promise<TrafficRules> {
  if (environmentId !== undefined) await findEnvironment(context, environmentId);
  const route =
    environmentId === undefined
      ? undefined
      : await selectRoute(context.db, { ...context, environmentId });
  const specs = route === undefined || route.specs.length === 0 ? null : route.specs;
  const operations = await listOperations(context.db, context, specs);
  return {
    madeAt: context.now.toISOString(),
    requestsPerMinute: route?.requestsPerMinute ?? null,
    infoUrl: route?.infoUrl ?? null,
    consumerFrom: route?.consumerFrom ?? defaultSources,
    operations: onlyPlanned ? operations.filter(isTreated) : operations,
  };
}

/** A published version with the path under which clients call it. */
interface ServedVersion extends PublishedVersion {
  readonly prefix: string;
}

/**
 * The operations of the published versions that a route names; those of the version that was published last go first.
 *
 * @param specs - null: all published versions of the project
 */
export async function listOperations(
  db: Database,
  place: { readonly organizationId: string; readonly projectId: string },
  specs: readonly StoredRouteSpec[] | null,
): Promise<TrafficOperation[]> {
  const versions = chooseVersions(await selectPublishedVersions(db, place), specs);
  const { organizationId } = place;
  const ids = [...new Set(versions.map(({ versionId }) => versionId))];
  const specIds = [...new Set(versions.map(({ specId }) => specId))];
  const operations = Map.groupBy(
    await selectPublishedOperations(db, organizationId, ids),
    ({ versionId }) => versionId,
  );
  const plans = indexPlans(await selectPlansOfTraffic(db, organizationId, specIds), versions);
  const seen = new Set<string>();
  return versions
    .flatMap((version) =>
      (operations.get(version.versionId) ?? []).map((each) => toOperation(version, each, plans)),
    )
    .filter(({ method, path }) => {
      const key = operationKey(method, path);
      return seen.size < seen.add(key).size;
    });
}

function chooseVersions(
  published: readonly PublishedVersion[],
  specs: readonly StoredRouteSpec[] | null,
): ServedVersion[] {
  if (specs === null)
    return published.map((version) => ({ ...version, prefix: toPrefix(version.basePath) }));
  return specs.flatMap(({ specId, versionId, basePath }) => {
    const version = published.find(
      (each) => each.specId === specId && (versionId ?? each.versionId) === each.versionId,
    );
    if (version === undefined) return [];
    return [{ ...version, prefix: toPrefix(basePath ?? version.basePath) }];
  });
}

/** The path of a base address, without a slash at its end. */
function toPrefix(basePath: string | null): string {
  const path = URL.parse(basePath ?? "", "http://localhost")?.pathname ?? "/";
  return path.replace(/\/+$/, "");
}

function toOperation(
  { specId, versionId, prefix, sunsetAt }: ServedVersion,
  { method, path }: PublishedOperation,
  plans: ReadonlyMap<string, TrafficPlan>,
): TrafficOperation {
  const ofVersion = plans.get(`${specId} ${versionId}`);
  const own = [plans.get(`${specId} ${operationKey(method, path)}`), ofVersion];
  return {
    specId,
    versionId,
    method: method as TrafficOperation["method"],
    path: `${prefix}${path}`,
    template: path,
    plans: own.filter((plan) => plan !== undefined),
    sunsetAt: ofVersion === undefined ? (sunsetAt?.toISOString() ?? null) : null,
  };
}

function indexPlans(
  rows: readonly PlanOfTraffic[],
  versions: readonly ServedVersion[],
): Map<string, TrafficPlan> {
  return new Map(rows.map((row) => [`${row.specId} ${row.entityKey}`, toPlan(row, versions)]));
}

function toPlan(row: PlanOfTraffic, versions: readonly ServedVersion[]): TrafficPlan {
  const announcedAt = row.announcedAt ?? row.sunsetAt;
  return {
    planId: row.id,
    announcedAt: announcedAt.toISOString(),
    sunsetPhaseStartsAt: (row.sunsetPhaseStartsAt ?? row.sunsetAt).toISOString(),
    sunsetAt: row.sunsetAt.toISOString(),
    endedAt: row.retiredEarly ? (row.retiredAt?.toISOString() ?? null) : null,
    enableWarningHeader: row.enableWarningHeader,
    enableRateLimiting: row.enableRateLimiting,
    rateLimitReductionPercent: row.rateLimitReductionPercent,
    autoShutdown: row.autoShutdown,
    softShutdownDays: row.softShutdownDays,
    trialBrownOut: toTrial(row),
    successor: findSuccessor(row, versions),
  };
}

const toTrial = ({ trialStartsAt, trialEndsAt }: PlanOfTraffic): TrafficPlan["trialBrownOut"] =>
  trialStartsAt === null || trialEndsAt === null
    ? null
    : { startsAt: trialStartsAt.toISOString(), endsAt: trialEndsAt.toISOString() };

/** A successor that this environment does not serve has no address that is known. */
function findSuccessor(
  { successorSpecId, successorPath }: PlanOfTraffic,
  versions: readonly ServedVersion[],
): string | null {
  const version = versions.find(({ specId }) => specId === successorSpecId);
  return version === undefined ? null : `${version.prefix}${successorPath ?? "/"}`;
}
