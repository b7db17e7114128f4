import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore, type ReactNode } from "react";
import { base, buildId } from "../api/place.ts";
import { Button } from "../parts/button.tsx";
import styles from "./bars.module.css";

/** How often a page asks whether the server has a newer build. */
const askMs = 5 * 60_000;

/** What concerns the whole app, under the header. */
export function Bars({ isLive }: { readonly isLive: boolean }) {
  const isOnline = useIsOnline();
  const isOutdated = useIsOutdated(isLive);
  return (
    <>
      {(!isOnline || !isLive) && (
        <Bar kind="warn">
          {isOnline
            ? "The connection to the server is lost. Trying again …"
            : "You are offline. What you type is kept here until the connection is back."}
        </Bar>
      )}
      {isOutdated && (
        <Bar kind="info">
          The server has a new version of this app.
          <Button kind="quiet" onPress={() => location.reload()}>
            Load it
          </Button>
        </Bar>
      )}
    </>
  );
}

function Bar({ kind, children }: { kind: "warn" | "info"; children: ReactNode }) {
  return (
    <div className={`${styles["bar"]} ${styles[kind]}`} role="status">
      {children}
    </div>
  );
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener("online", listener);
      window.addEventListener("offline", listener);
      return () => {
        window.removeEventListener("online", listener);
        window.removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
  );
}

/** Asks at intervals, and after each new connection: a server restarts with a newer build. */
function useIsOutdated(isLive: boolean): boolean {
  const { data } = useQuery({
    queryKey: ["build", isLive],
    queryFn: async (): Promise<string> => {
      const answer = await fetch(`${base}/_app/build.json`);
      return ((await answer.json()) as { id: string }).id;
    },
    refetchInterval: askMs,
    retry: false,
    enabled: isLive,
  });
  return data !== undefined && buildId !== "" && data !== buildId;
}
