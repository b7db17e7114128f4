import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";

/** A name and a base URL; the page of the environment has the rest. */
export function CreateEnvironment({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [baseUrl, setBaseUrl] = useState("https://");
  const create = useMutation({
    mutationFn: () => api.call("createEnvironment", { projectId, name, baseUrl: baseUrl.trim() }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.organization, "listEnvironments"] });
      const to = "/$org/$project/environments/$environment";
      await navigate({ to, params: { org, project, environment: id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const isReady = name.trim() !== "" && /^https?:\/\/\S+$/.test(baseUrl.trim());
  return (
    <Dialog title="Create environment" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          error={create.error === null ? null : describeError(create.error)}
        />
        <TextField
          label="Base URL"
          help="Requests with a path only go there."
          isMono
          value={baseUrl}
          onChange={setBaseUrl}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady || create.isPending}>
            Create environment
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
