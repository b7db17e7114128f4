import { webhookForms, type WebhookForm } from "@lintel/contract/words/webhooks";
import { TextField } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import { EventPicker } from "./event-picker.tsx";
import { formNames } from "./webhook-words.ts";

/** What a person types of a webhook. */
export interface WebhookText {
  readonly address: string;
  /** Types, kinds such as `run.*`, or `*`. */
  readonly types: readonly string[];
  readonly form: WebhookForm;
  readonly description: string;
}

export interface WebhookFieldsProps {
  readonly text: WebhookText;
  readonly onChange: (text: WebhookText) => void;
}

export function WebhookFields({ text, onChange }: WebhookFieldsProps) {
  const set = (fields: Partial<WebhookText>) => onChange({ ...text, ...fields });
  return (
    <>
      <TextField
        label="Address"
        help="An http or https address that receives the messages."
        value={text.address}
        onChange={(address) => set({ address })}
        autoFocus
      />
      <EventPicker patterns={text.types} onChange={(types) => set({ types })} />
      <Select
        label="Written for"
        value={text.form}
        choices={webhookForms.map((value) => ({ value, name: formNames[value] }))}
        onChange={(form) => set({ form })}
      />
      <TextField
        label="Description"
        isOptional
        value={text.description}
        onChange={(description) => set({ description })}
      />
    </>
  );
}

/** The fields as the operations take them. */
export const readWebhook = ({ address, types, form, description }: WebhookText) => ({
  address: address.trim(),
  eventTypes: [...types],
  form,
  description,
});

/** Why the fields cannot be saved yet; null if they can. */
export function whatIsMissing({ address, types }: WebhookText): string | null {
  if (!/^https?:\/\/./.test(address.trim())) return "Enter an address with http:// or https://.";
  if (types.length === 0) return "Choose at least one event.";
  return types.length > 50 ? "Choose all events, or fewer." : null;
}
