import { BlockList } from "node:net";
import { createAddressGuard } from "@lintel/egress/guarded-lookup";
import type { Logger } from "pino";
import type { Cell } from "./cell.ts";
import type { Config } from "./config.ts";
import { explainListening } from "./explain-start.ts";
import { createGatewaySource } from "./features/traffic/gateway.source.ts";
import type { GatewaySource } from "./features/traffic/gateway.types.ts";
import { systemClock } from "./platform/clock.ts";
import { joinSources } from "./transports/gateway/join-sources.ts";
import { startGateway, type Gateway } from "./transports/gateway/start-gateway.ts";

/** Listens for the calls of environments, if a setting says where. */
export async function serveGateway(
  { gateway: place, egressAllow, trustedProxies, role }: Config,
  cells: readonly Cell[],
  log: Logger,
  isOwnAddress: (address: string, port: number) => boolean,
): Promise<Gateway | null> {
  if (place === null || role === "worker") return null;
  const { host, ports, tls } = place;
  return startGateway({
    host,
    ports,
    tls,
    source: joinSources(cells.map(readIfMade)),
    guard: createAddressGuard({ allow: egressAllow, isOwnAddress }),
    trustedProxies: trustedProxies.length === 0 ? null : makeBlockList(trustedProxies),
    log,
    now: () => systemClock.now().getTime(),
    newId: systemClock.newId,
  }).catch((error: unknown) => {
    const isOfListening =
      error instanceof Error && "syscall" in error && error.syscall === "listen";
    throw isOfListening ? explainListening(error, host, ports[0] ?? 0) : error;
  });
}

/** An embedded region is made for its first organization, and not to see that it has no routes. */
function readIfMade(cell: Cell): GatewaySource {
  const source = createGatewaySource(cell.platform);
  const isMade = () => cell.isRemote || cell.hasData();
  return {
    ...source,
    readStamp: async () => (isMade() ? source.readStamp() : ""),
    readRoutes: async () => (isMade() ? source.readRoutes() : []),
  };
}

function makeBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = address.includes(":") ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
