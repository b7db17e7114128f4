import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followEvents, type LiveEvent } from "../api/follow-events.ts";
import { costlyOperations, staleOperations } from "../api/stale-operations.ts";

/** How long events are gathered before views read again: an import can send thousands. */
const gatherMs = 100;
const costlyGatherMs = 3000;

/** Keeps what is shown as it is on the server; returns whether the stream is connected. */
export function useLiveEvents(organization: string): boolean {
  const client = useQueryClient();
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    const gathered = gatherStale(client, organization);
    const stop = followEvents(organization, {
      onEvent: (event) => gathered.add(event),
      onGap: () => void client.invalidateQueries({ queryKey: [organization] }),
      onState: setIsConnected,
    });
    return () => {
      stop();
      gathered.drop();
    };
  }, [client, organization]);
  return isConnected;
}

function gatherStale(client: QueryClient, organization: string) {
  const cheap = gatherNames(client, organization, gatherMs);
  const costly = gatherNames(client, organization, costlyGatherMs);
  return {
    add(event: LiveEvent) {
      for (const name of staleOperations(event.type))
        (costlyOperations.has(name) ? costly : cheap).add(name);
    },
    drop() {
      cheap.drop();
      costly.drop();
    },
  };
}

function gatherNames(client: QueryClient, organization: string, ms: number) {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    timer = undefined;
    const names = new Set(stale);
    stale.clear();
    void client.invalidateQueries({
      predicate: ({ queryKey: [place, name] }) => place === organization && names.has(String(name)),
    });
  };
  return {
    add(name: string) {
      stale.add(name);
      timer ??= setTimeout(apply, ms);
    },
    drop: () => clearTimeout(timer),
  };
}
