import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { nextNumber } from "./version-numbers.ts";
import type { VersionDialogProps } from "./version-dialog.types.ts";

/** Makes a draft as a copy of a version. */
export function CreateVersion({ version: shown, versions, onClose }: VersionDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { place, params } = useVersionPlace();
  const [fromVersionId, setFrom] = useState(shown.id);
  const [version, setVersion] = useState(
    () => nextNumber(versions[0]?.version ?? shown.version, "minor") ?? "",
  );
  const create = useMutation({
    mutationFn: () => {
      const { projectId, specId } = place;
      return api.call("createSpecVersion", { projectId, specId, version, fromVersionId });
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: [api.organization, "listSpecVersions"] });
      const to = "/$org/$project/specs/$spec/$version";
      await navigate({ to, params: { ...params, version: id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const choices = versions.map(({ id, version: name, status }) => ({
    value: id,
    name: `${name} (${status})`,
  }));
  return (
    <Dialog title="Create version" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Number"
          help="A semantic version, such as 1.4.0."
          value={version}
          onChange={setVersion}
          autoFocus
          isRequired
          validationBehavior="aria"
          error={create.error === null ? null : describeError(create.error)}
        />
        <Select
          label="Copy of"
          value={fromVersionId}
          choices={choices}
          onChange={(id) => setFrom(id)}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={version.trim() === "" || create.isPending}
          >
            Create version
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
