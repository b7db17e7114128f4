import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";

export function CreateSuite({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [folder, setFolder] = useState("");
  const create = useMutation({
    mutationFn: () => api.call("createSuite", { projectId, name, folder }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.organization, "listSuites"] });
      const params = { org, project, suite: id };
      await navigate({ to: "/$org/$project/suites/$suite", params });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="Create suite" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          error={create.error === null ? null : describeError(create.error)}
        />
        <TextField
          label="Folder"
          isOptional
          help="Names joined by /."
          value={folder}
          onChange={setFolder}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || create.isPending}>
            Create suite
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
