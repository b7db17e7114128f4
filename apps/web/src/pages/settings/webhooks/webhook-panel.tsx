import { useState } from "react";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { Section } from "../../../parts/page.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import styles from "../settings.module.css";
import { DeliveryList } from "./delivery-list.tsx";
import { EditWebhook } from "./edit-webhook.tsx";
import { formNames } from "./webhook-words.ts";
import type { Webhook } from "./webhook.types.ts";

const stale = ["listWebhooks", "listWebhookDeliveries"] as const;

export interface WebhookPanelProps {
  readonly webhook: Webhook;
  /** A new secret, which is shown once. */
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

/** A webhook with its state and its deliveries. */
export function WebhookPanel({ webhook, onSecret, onClose }: WebhookPanelProps) {
  const api = useApi();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const { id: webhookId, status, isActive, rowVersion } = webhook;
  const update = useChange(api, "updateWebhook", stale);
  const ping = useChange(api, "pingWebhook", stale);
  const rotate = useChange(api, "rotateWebhookSecret", stale);
  const remove = useChange(api, "deleteWebhook", ["listWebhooks"]);
  const isSending = isActive && status !== "paused";
  if (isEditing)
    return (
      <Panel title="Edit webhook" onClose={onClose}>
        <EditWebhook webhook={webhook} onClose={() => setIsEditing(false)} />
      </Panel>
    );
  return (
    <Panel title={webhook.address ?? "Webhook"} onClose={onClose}>
      <div className={styles["stack"]}>
        <Properties
          items={[
            { name: "State", value: <Status of={status} /> },
            { name: "Why", value: webhook.failure },
            { name: "Events", value: webhook.eventTypes.join(", ") },
            { name: "Written for", value: formNames[webhook.form] },
            { name: "Description", value: webhook.description || null },
            {
              name: "Old secret",
              value: webhook.previousSecretUntil && (
                <>
                  signs until <Time at={webhook.previousSecretUntil} />
                </>
              ),
            },
          ]}
        />
        <div className={styles["row"]}>
          <Button onPress={() => setIsEditing(true)}>Edit webhook</Button>
          <Button isDisabled={ping.isPending} onPress={() => ping.mutate({ webhookId })}>
            {ping.isPending ? "Sending …" : "Send test"}
          </Button>
          <Button
            isDisabled={update.isPending}
            onPress={() => update.mutate({ webhookId, isActive: !isSending, rowVersion })}
          >
            {isSending ? "Pause" : "Send again"}
          </Button>
          <Button
            isDisabled={rotate.isPending}
            onPress={() =>
              rotate.mutate({ webhookId }, { onSuccess: ({ secret }) => onSecret(secret) })
            }
          >
            Rotate secret
          </Button>
          <Button kind="danger" onPress={() => setIsDeleting(true)}>
            Delete webhook
          </Button>
        </div>
        <Refusal error={update.error ?? ping.error ?? rotate.error} />
        {ping.data !== undefined && (
          <p role="status">
            {ping.data.status === null
              ? `No answer to the test: ${ping.data.failure ?? "unknown reason"}`
              : `The test was answered with ${ping.data.status}.`}
          </p>
        )}
        <Section title="Deliveries of the last 30 days">
          <DeliveryList webhookId={webhookId} />
        </Section>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete webhook"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ webhookId }, { onSuccess: onClose })}
          onClose={() => setIsDeleting(false)}
        >
          <p>Its deliveries are deleted as well. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
