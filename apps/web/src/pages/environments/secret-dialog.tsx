import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import type { Environment } from "./environment-fields.ts";

export interface SecretDialogProps {
  readonly environment: Environment;
  /** "" : a new secret. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Stores a secret at once: its value is kept nowhere in the browser. */
export function SecretDialog({ environment, name: before, onClose }: SecretDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const { id: projectId } = useProject();
  const [name, setName] = useState(before);
  const [value, setValue] = useState("");
  const isNew = before === "";
  const store = useMutation({
    mutationFn: async () => {
      const place = { projectId, environmentId: environment.id };
      // The newest variables, so that those of another person are kept.
      const { variables, rowVersion } = await api.call("getEnvironment", place);
      const others = variables
        .filter((each) => each.name !== name)
        .map((each) => (each.isSecret ? { name: each.name, isSecret: true } : each));
      const all = [...others, { name: name.trim(), value, isSecret: true }];
      return api.call("updateEnvironment", { ...place, rowVersion, variables: all });
    },
    onSuccess: (saved) => {
      const place = { projectId, environmentId: environment.id };
      client.setQueryData(api.query("getEnvironment", place).queryKey, saved);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    store.mutate();
  };
  return (
    <Dialog title={isNew ? "Add secret" : `Replace ${before}`} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit} autoComplete="off">
        <TextField
          label="Name"
          isMono
          value={name}
          onChange={setName}
          isReadOnly={!isNew}
          autoFocus={isNew}
          error={store.error === null ? null : describeError(store.error)}
        />
        <TextField
          label="Value"
          type="password"
          autoComplete="new-password"
          isMono
          help="It is stored encrypted and is never shown again."
          value={value}
          onChange={setValue}
          autoFocus={!isNew}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={name.trim() === "" || value === "" || store.isPending}
          >
            Store secret
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
