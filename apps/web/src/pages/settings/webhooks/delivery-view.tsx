import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import styles from "../settings.module.css";

export interface DeliveryViewProps {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** What was sent, and what each attempt was answered. */
export function DeliveryView(props: DeliveryViewProps) {
  const api = useApi();
  const delivery = useQuery(api.query("getWebhookDelivery", { ...props }));
  const again = useChange(api, "redeliverWebhook", ["listWebhookDeliveries", "getWebhookDelivery"]);
  return (
    <div className={styles["full"]}>
      <QueryView query={delivery}>
        {({ payload, attempts, eventType }) => (
          <div className={styles["stack"]}>
            <pre className={styles["code"]} tabIndex={0} aria-label="What was sent">
              {payload}
            </pre>
            <ol aria-label="Attempts">
              {attempts.map(({ attemptedAt, status, failure, excerpt, elapsedMs }) => (
                <li key={attemptedAt}>
                  {status ?? "No answer"} in {elapsedMs} ms{failure !== null && `: ${failure}`}
                  {excerpt !== "" && (
                    <pre className={styles["code"]} tabIndex={0} aria-label="The answer">
                      {excerpt}
                    </pre>
                  )}
                </li>
              ))}
            </ol>
            {eventType !== "ping" && (
              <div>
                <Button isDisabled={again.isPending} onPress={() => again.mutate({ ...props })}>
                  Send again
                </Button>
              </div>
            )}
            <Refusal error={again.error} />
          </div>
        )}
      </QueryView>
    </div>
  );
}
