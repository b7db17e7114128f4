import type { Logger } from "pino";
import type { GatewaySource } from "../../features/traffic/gateway.types.ts";
import type { GatewayState } from "./admit-call.ts";
import { makeLiveRoute } from "./live-route.ts";
import { createRouteTable } from "./route-table.ts";

/** The rules that a gateway obeys. It goes on with the last ones while it cannot read others. */
export interface GatewayRules {
  readonly state: () => GatewayState;
  close(): void;
}

export interface GatewayRulesOptions {
  readonly source: GatewaySource;
  readonly log: Logger;
  readonly now: () => number;
  readonly everyMs: number;
  readonly onRoutes: (upstreams: ReadonlySet<string>) => void;
}

/** @throws the error of the database where the first rules cannot be read */
export async function followRules(options: GatewayRulesOptions): Promise<GatewayRules> {
  const { source, log, now, everyMs, onRoutes } = options;
  let state: GatewayState = { table: createRouteTable([]), checkedAt: 0 };
  let stamp = "";
  async function refresh(): Promise<void> {
    const startedAt = now();
    const next = await source.readStamp();
    let { table } = state;
    if (next !== stamp) {
      const routes = await source.readRoutes();
      table = createRouteTable(routes.map(makeLiveRoute));
      onRoutes(new Set(routes.map(({ upstreamUrl }) => upstreamUrl)));
      stamp = next;
    }
    state = { table, checkedAt: startedAt };
  }
  await refresh();
  let isRunning = true;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    timer = setTimeout(() => {
      void refresh()
        .catch((error: unknown) =>
          log.warn({ err: error }, "the gateway goes on with its last rules"),
        )
        .finally(() => isRunning && again());
    }, everyMs);
  };
  again();
  return {
    state: () => state,
    close() {
      isRunning = false;
      clearTimeout(timer);
    },
  };
}
