import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";

export function CreateSpec({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const create = useMutation({
    mutationFn: () =>
      api.call("createSpec", { projectId, name, ...(description === "" ? {} : { description }) }),
    onSuccess: async ({ id, newestVersionId }) => {
      await queryClient.invalidateQueries({ queryKey: [api.organization, "listSpecs"] });
      const params = { org, project, spec: id, version: newestVersionId ?? "" };
      await navigate({ to: "/$org/$project/specs/$spec/$version", params });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="Create specification" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          isRequired
          validationBehavior="aria"
          error={create.error === null ? null : describeError(create.error)}
        />
        <TextField
          label="Description"
          isOptional
          rows={3}
          value={description}
          onChange={setDescription}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || create.isPending}>
            Create specification
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
