import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../api/scope.ts";
import { Button } from "../../../parts/button.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import { TraceItem } from "../trace-item.tsx";
import styles from "../settings.module.css";

/** The last sign-ins through a connection: where each ended, and what to change. */
export function AttemptList({ connectionId }: { readonly connectionId: string }) {
  const attempts = useQuery({
    ...useApi().query("listSsoAttempts", { connectionId, take: 50 }),
    // A sign-in happens in another tab.
    refetchOnWindowFocus: "always",
  });
  return (
    <QueryView query={attempts}>
      {({ items }) => (
        <>
          <Button onPress={() => void attempts.refetch()}>Read again</Button>
          {items.length === 0 ? (
            <Empty text="No sign-ins yet. Test the connection." />
          ) : (
            <ul className={styles["items"]} aria-label="Sign-ins">
              {items.map((attempt) => (
                <TraceItem key={attempt.id} trace={attempt}>
                  {attempt.isTest ? "Test" : "Sign-in"}
                </TraceItem>
              ))}
            </ul>
          )}
        </>
      )}
    </QueryView>
  );
}
