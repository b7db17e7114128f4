import type { GatewaySource } from "../../features/traffic/gateway.types.ts";

/** Several regions as one: what belongs to an organization goes to the region that its route came from. */
export function joinSources(sources: readonly GatewaySource[]): GatewaySource {
  let homes = new Map<string, GatewaySource>();
  const homeOf = (organizationId: string): GatewaySource => {
    const home = homes.get(organizationId) ?? sources[0];
    if (home === undefined) throw new Error("A gateway needs a region.");
    return home;
  };
  return {
    async readStamp() {
      return (await Promise.all(sources.map((source) => source.readStamp()))).join("\n");
    },
    async readRoutes() {
      const all = await Promise.all(sources.map((source) => source.readRoutes()));
      // What an organization without a route has still counted goes home as well.
      homes = new Map([
        ...homes,
        ...all.flatMap((routes, at) =>
          routes.flatMap(({ organizationId }) => {
            const source = sources[at];
            return source === undefined ? [] : [[organizationId, source] as const];
          }),
        ),
      ]);
      return all.flat();
    },
    writeCounts: (batch) => homeOf(batch.organizationId).writeCounts(batch),
    readDocument: (organizationId, versionId) =>
      homeOf(organizationId).readDocument(organizationId, versionId),
    digestConsumer: (organizationId, consumer) =>
      homeOf(organizationId).digestConsumer(organizationId, consumer),
  };
}
