import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { useRefresh } from "./use-refresh.ts";

type Consumer = Item<"listConsumers">;

export interface ConsumerPanelProps {
  /** null: a new one. */
  readonly consumer: Consumer | null;
  readonly onClose: () => void;
}

const fromLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Registers a consumer, or replaces what is known of it. Credentials are kept as digests alone. */
export function ConsumerPanel({ consumer, onClose }: ConsumerPanelProps) {
  const api = useApi();
  const { id: projectId } = useProject();
  const refresh = useRefresh("listConsumers", "listCallers");
  const [form, setForm] = useState({
    name: consumer?.name ?? "",
    owner: consumer?.owner ?? "",
    contacts: consumer?.contacts.join("\n") ?? "",
    claims: consumer?.claims.join("\n") ?? "",
    credentials: "",
  });
  const save = useMutation({
    mutationFn: () =>
      api.call("saveConsumer", {
        projectId,
        name: form.name.trim(),
        owner: form.owner.trim() === "" ? null : form.owner.trim(),
        contacts: fromLines(form.contacts),
        claims: fromLines(form.claims),
        ...(form.credentials.trim() === "" ? {} : { credentials: fromLines(form.credentials) }),
      }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const text = (key: keyof typeof form) => ({
    value: form[key],
    onChange: (value: string) => setForm({ ...form, [key]: value }),
  });
  return (
    <Panel title={consumer?.name ?? "Register consumer"} onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField label="Name" {...text("name")} isReadOnly={consumer !== null} autoFocus />
        <TextField
          label="Owner"
          isOptional
          {...text("owner")}
          help="Who answers for it, such as a team."
        />
        <TextField
          label="Contacts"
          isOptional
          rows={2}
          {...text("contacts")}
          help="One per line."
        />
        <TextField
          label="Claims"
          isOptional
          rows={2}
          isMono
          {...text("claims")}
          help="Values of claims that identify it, one a line."
        />
        <TextField
          label="Credentials"
          isOptional
          rows={2}
          isMono
          autoComplete="off"
          {...text("credentials")}
          help={
            consumer === null
              ? "Keys that identify it, one a line. Only keyed digests are kept."
              : `${consumer.credentialCount} are known as digests. Empty keeps them.`
          }
        />
        <Refusal error={save.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={form.name.trim() === "" || save.isPending}
          >
            {consumer === null ? "Register consumer" : "Save consumer"}
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}
