import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deliveryStates, type DeliveryState } from "@lintel/contract/words/webhooks";
import { useApi } from "../../../api/scope.ts";
import { Button } from "../../../parts/button.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Select } from "../../../parts/select.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import styles from "../settings.module.css";
import { DeliveryView } from "./delivery-view.tsx";

const stateNames: Readonly<Record<DeliveryState, string>> = {
  pending: "Waiting",
  succeeded: "Delivered",
  dead: "Given up",
};
const pageSize = 50;

/** What a webhook sent, newest first; each with what was sent and answered. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }) {
  const api = useApi();
  const [state, setState] = useState<DeliveryState | "">("");
  const [take, setTake] = useState(pageSize);
  const [open, setOpen] = useState<string | null>(null);
  const asked = { webhookId, take, ...(state === "" ? {} : { state }) };
  const deliveries = useQuery(api.query("listWebhookDeliveries", asked));
  return (
    <>
      <Select
        label="State of the deliveries"
        isBare
        value={state}
        choices={[
          { value: "" as const, name: "All states" },
          ...deliveryStates.map((value) => ({ value, name: stateNames[value] })),
        ]}
        onChange={setState}
      />
      <QueryView query={deliveries}>
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <Empty text="No deliveries yet." />
          ) : (
            <>
              <ul className={styles["items"]} aria-label="Deliveries">
                {items.map(({ id, eventType, state: at, status, occurredAt }) => (
                  <li key={id}>
                    <span className={styles["grow"]}>
                      <code>{eventType}</code> <Time at={occurredAt} />
                    </span>
                    <Status of={at} />
                    {status}
                    <Button
                      kind="quiet"
                      aria-expanded={open === id}
                      onPress={() => setOpen(open === id ? null : id)}
                    >
                      {open === id ? "Hide" : "Show"}
                    </Button>
                    {open === id && <DeliveryView webhookId={webhookId} deliveryId={id} />}
                  </li>
                ))}
              </ul>
              {items.length < totalCount && take < 100 && (
                <Button onPress={() => setTake(100)}>Show more of {totalCount}</Button>
              )}
            </>
          )
        }
      </QueryView>
    </>
  );
}
