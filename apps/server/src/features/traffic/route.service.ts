import type { InputOf } from "@lintel/contract/operation";
import type { setEnvironmentRoute } from "@lintel/contract/operations/traffic";
import type { EnvironmentRoute } from "@lintel/contract/shapes/route";
import { isDuplicate } from "../../platform/database/database-error.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import { selectGatewayDays, type DayOfCalls } from "./gateway-days.store.ts";
import {
  findForeignHost,
  isOfOthers,
  reclaimHosts,
  replaceRoute,
  selectAddresses,
  selectEnvironmentName,
  selectHasLimit,
  selectPublishedVersions,
  selectRoute,
  type StoredAddress,
  type StoredRoute,
} from "./route.store.ts";
import type { StoredRouteSpec } from "./traffic.tables.ts";

type Input = InputOf<typeof setEnvironmentRoute>;

/** Where to find who calls, where a route does not say. */
export const defaultSources = ["claim:client_id", "claim:azp", "header:X-API-Key"];

/** The route of an environment; one that was never set is not served. */
export async function readRoute(
  context: ProjectContext,
  environmentId: string,
): Promise<EnvironmentRoute> {
  const place = { ...context, environmentId };
  await findEnvironment(context, environmentId);
  const route = await selectRoute(context.db, place);
  return route === undefined
    ? { ...unserved, environmentId }
    : toRoute(route, await selectAddresses(context.db, place));
}

const unserved: Omit<EnvironmentRoute, "environmentId"> = {
  isServed: false,
  addresses: [],
  upstreamUrl: null,
  specs: [],
  requestsPerMinute: null,
  infoUrl: null,
  consumerFrom: defaultSources,
  modifiedAt: null,
};

export async function setRoute(context: ProjectContext, input: Input): Promise<EnvironmentRoute> {
  const { db, organizationId, projectId, now } = context;
  const { environmentId } = input;
  const name = await findEnvironment(context, environmentId);
  const specs = (input.specs ?? []).map(
    ({ specId, versionId = null, basePath = null }): StoredRouteSpec => ({
      specId,
      versionId,
      basePath,
    }),
  );
  await checkSpecs(context, specs);
  const addresses = listAddresses(input);
  await claimAddresses(context, addresses);
  const route = {
    organizationId,
    projectId,
    environmentId,
    isServed: input.isServed ?? true,
    upstreamUrl: checkUrl("upstreamUrl", input.upstreamUrl ?? null),
    specs: JSON.stringify(specs),
    requestsPerMinute: input.requestsPerMinute ?? null,
    infoUrl: checkUrl("infoUrl", input.infoUrl ?? null),
    consumerFrom: JSON.stringify(input.consumerFrom ?? defaultSources),
    modifiedAt: now,
  };
  const stored = await replaceRoute(db, route, addresses).catch(refuseTaken);
  context.emit("environment.updated", {
    subject: { type: "environment", id: environmentId, name },
    data: { changed: ["route"] },
  });
  return toRoute(stored, addresses);
}

/** @throws Problem NAME_TAKEN where another organization has one of the hosts, or its domain. */
async function claimAddresses(
  { db, organizationId }: ProjectContext,
  addresses: readonly StoredAddress[],
): Promise<void> {
  const hosts = addresses.map(({ host }) => host);
  const foreign = await findForeignHost(db, organizationId, hosts);
  if (foreign !== null)
    throw new Problem(
      "NAME_TAKEN",
      `Another organization has verified the domain of ${foreign}: verify that domain or a part of it, or change the host.`,
    );
  await reclaimHosts(db, organizationId, hosts);
  if (await isOfOthers(db, organizationId, addresses))
    throw new Problem(
      "NAME_TAKEN",
      "Another organization serves one of these hosts at this port: change the host or the port.",
    );
}

/** @throws Problem NOT_FOUND where the project has no such environment. */
export async function findEnvironment(
  context: ProjectContext,
  environmentId: string,
): Promise<string> {
  const row = await selectEnvironmentName(context.db, { ...context, environmentId });
  if (row === undefined) throw notFound("The environment");
  return row.name;
}

function listAddresses({ addresses = [] }: Input): StoredAddress[] {
  const all = addresses.map(({ host, port, pathPrefix = "/" }) => ({
    host: host ?? "",
    port: port ?? 0,
    pathPrefix,
  }));
  const texts = new Set(all.map(({ host, port, pathPrefix }) => `${host} ${port} ${pathPrefix}`));
  if (texts.size === all.length) return all;
  throw invalid({ field: "addresses", code: "duplicate", message: "An address is listed twice." });
}

async function checkSpecs(context: ProjectContext, specs: readonly StoredRouteSpec[]) {
  const published = await selectPublishedVersions(context.db, context);
  specs.forEach(({ specId, versionId }, at) => {
    const own = published.filter((version) => version.specId === specId);
    if (own.length === 0)
      throw invalid({
        field: `specs[${at}].specId`,
        code: "unknown",
        message: "The project has no such specification with a published version.",
      });
    if (versionId !== null && !own.some((version) => version.versionId === versionId))
      throw invalid({
        field: `specs[${at}].versionId`,
        code: "unknown",
        message: "The specification has no such published version.",
      });
  });
}

/** Paths are put after it, and it is written into fields of responses. */
function checkUrl(field: string, text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isUsable = url !== null && url.username === "" && url.password === "";
  const isBare = field === "infoUrl" || (url?.search === "" && url.hash === "");
  if (isUsable && isBare) return url.href;
  const message = "Write an address with http or https, without credentials, query and fragment.";
  throw invalid({ field, code: "url", message });
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem(
        "NAME_TAKEN",
        "Another environment has one of these addresses: change its host, port or path prefix.",
      )
    : error;
}

const toRoute = (route: StoredRoute, addresses: readonly StoredAddress[]): EnvironmentRoute => ({
  environmentId: route.environmentId,
  isServed: route.isServed,
  addresses: addresses.map(({ host, port, pathPrefix }) => ({
    host: host === "" ? null : host,
    port: port === 0 ? null : port,
    pathPrefix,
  })),
  upstreamUrl: route.upstreamUrl,
  specs: route.specs,
  requestsPerMinute: route.requestsPerMinute,
  infoUrl: route.infoUrl,
  consumerFrom: route.consumerFrom,
  modifiedAt: route.modifiedAt.toISOString(),
});

/** Whether an environment of a project limits the calls of a consumer, so that there is a limit to reduce. */
export function hasRateLimit(
  db: Database,
  place: { readonly organizationId: string; readonly projectId: string },
): Promise<boolean> {
  return selectHasLimit(db, place);
}

/** The days on which gateways counted calls of the same operations, of an environment or of all of them. */
export function listGatewayDays(
  db: Database,
  place: { readonly organizationId: string; readonly environmentId: string | null },
  calls: readonly DayOfCalls[],
): Promise<string[]> {
  return selectGatewayDays(db, place, calls);
}
