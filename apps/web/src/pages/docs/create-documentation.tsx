import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import type { Visibility } from "@lintel/contract/words/visibilities";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { useRefreshDocs } from "./use-doc.ts";
import { visibilityChoices } from "./visibility-names.ts";

export function CreateDocumentation({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const refresh = useRefreshDocs();
  const [name, setName] = useState("");
  const [visibility, setVisibility] = useState<Visibility>("internal");
  const create = useMutation({
    mutationFn: () => api.call("createDocumentation", { projectId, name, visibility }),
    onSuccess: async ({ id, versions }) => {
      await refresh("listDocumentations");
      const params = { org, project, doc: id, version: versions[0]?.id ?? "" };
      await navigate({ to: "/$org/$project/docs/$doc/$version", params });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="Create documentation" isOpen onClose={onClose}>
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
        <Select
          label="Readers of the published version"
          value={visibility}
          choices={visibilityChoices}
          onChange={setVisibility}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || create.isPending}>
            Create documentation
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
