import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followEvents, type LiveEvent } from "../api/follow-events.ts";
import { staleOperations } from "../api/stale-operations.ts";

/** How long events are gathered before views read again: an import can send thousands. */
const gatherMs = 100;

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
    add(event: LiveEvent) {
      for (const name of staleOperations(event.type)) stale.add(name);
      if (stale.size > 0) timer ??= setTimeout(apply, gatherMs);
    },
    drop: () => clearTimeout(timer),
  };
}
