import { useQuery } from "@tanstack/react-query";
import type { Item } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { Button } from "../../../parts/button.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import styles from "../settings.module.css";

type Attempt = Item<"listSsoAttempts">;

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
                <AttemptItem key={attempt.id} attempt={attempt} />
              ))}
            </ul>
          )}
        </>
      )}
    </QueryView>
  );
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { startedAt, isTest, result, reason, detail, fix, steps, received } = attempt;
  return (
    <li>
      <details className={styles["full"]}>
        <summary>
          <Status of={result} /> {isTest ? "Test" : "Sign-in"} <Time at={startedAt} />{" "}
          {reason !== null && <code>{reason}</code>}
        </summary>
        {detail !== null && <p>{detail}</p>}
        {fix !== null && <p>{fix}</p>}
        <ol aria-label="Steps">
          {steps.map((one) => (
            <li key={one.step}>
              <Status of={one.result} /> {one.step}
              {one.detail !== null && `: ${one.detail}`}
            </li>
          ))}
        </ol>
        <dl aria-label="What arrived">
          {Object.entries(received).map(([name, values]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{values.join(", ")}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
