import { useState, type FormEvent } from "react";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { DialogButtons } from "../../../parts/dialog.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { readWebhook, WebhookFields, whatIsMissing, type WebhookText } from "./webhook-fields.tsx";
import type { Webhook } from "./webhook.types.ts";

export interface EditWebhookProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Where a webhook sends, and which events. */
export function EditWebhook({ webhook, onClose }: EditWebhookProps) {
  const { id: webhookId, address, eventTypes, form, description } = webhook;
  const [text, setText] = useState<WebhookText>({
    address: address ?? "",
    types: eventTypes,
    form,
    description,
  });
  // If others change the webhook while the form is open, the save is refused: theirs stays.
  const [rowVersion] = useState(webhook.rowVersion);
  const update = useChange(useApi(), "updateWebhook", ["listWebhooks"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ webhookId, rowVersion, ...readWebhook(text) }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className="form" aria-label="Edit webhook">
      <WebhookFields text={text} onChange={setText} />
      <Refusal error={update.error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          reason={whatIsMissing(text)}
          isDisabled={update.isPending}
        >
          Save webhook
        </Button>
      </DialogButtons>
    </form>
  );
}
