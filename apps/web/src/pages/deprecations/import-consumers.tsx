import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { showToast } from "../../parts/toast.tsx";
import { useRefresh } from "./use-refresh.ts";

export function ImportConsumers({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const refresh = useRefresh("listConsumers", "listCallers");
  const [csv, setCsv] = useState("");
  const importing = useMutation({
    mutationFn: () => api.call("importConsumers", { projectId, csv }),
    onSuccess: async ({ saved }) => {
      await refresh();
      showToast(`${saved} ${saved === 1 ? "consumer" : "consumers"} registered`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    importing.mutate();
  };
  return (
    <Dialog title="Import consumers" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="CSV"
          rows={8}
          isMono
          autoFocus
          value={csv}
          onChange={setCsv}
          validationBehavior="aria"
          help="The columns name, owner, contacts and claims. Several values of a cell are separated by semicolons."
          error={importing.error === null ? null : describeError(importing.error)}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={csv.trim() === "" || importing.isPending}
          >
            Import consumers
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
