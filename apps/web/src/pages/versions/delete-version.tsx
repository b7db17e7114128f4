import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import type { VersionDialogProps } from "./version-dialog.types.ts";

/** Deletes a version for good, after its number was entered. */
export function DeleteVersion({ version, versions, onClose }: VersionDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { place, params } = useVersionPlace();
  const [typed, setTyped] = useState("");
  const { projectId, specId } = place;
  const remove = useMutation({
    mutationFn: () => api.call("deleteSpecVersion", { projectId, specId, versionId: version.id }),
    onSuccess: async () => {
      const next = versions.find(({ id }) => id !== version.id);
      const isShown = version.id === place.versionId;
      // The page of a version that is gone has nothing to show.
      if (isShown) {
        const to = "/$org/$project/specs/$spec/$version/versions";
        await navigate({ to, params: { ...params, version: next?.id ?? "" }, replace: true });
      } else onClose();
      await client.invalidateQueries({ queryKey: [api.organization, "listSpecVersions"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === version.version) remove.mutate();
  };
  const what = `its ${version.endpointCount} endpoints, components, comments and links`;
  return (
    <Dialog title={`Delete version ${version.version}`} isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <p>
          The {version.status} version and {what} are deleted. This cannot be undone.
        </p>
        <TextField
          label={`Enter ${version.version} to confirm`}
          value={typed}
          onChange={setTyped}
          autoFocus
          validationBehavior="aria"
          error={remove.error === null ? null : describeError(remove.error)}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="danger"
            type="submit"
            isDisabled={typed !== version.version || remove.isPending}
          >
            Delete version
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
