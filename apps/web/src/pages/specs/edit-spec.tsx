import { useState, type FormEvent } from "react";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Refusal } from "../../parts/refusal.tsx";

export interface EditSpecProps {
  readonly spec: Item<"listSpecs">;
  readonly onClose: () => void;
}

/** The name, the base path and the description of a specification. */
export function EditSpec({ spec, onClose }: EditSpecProps) {
  const { id: projectId } = useProject();
  const [name, setName] = useState(spec.name);
  const [basePath, setBasePath] = useState(spec.basePath ?? "");
  const [description, setDescription] = useState(spec.description ?? "");
  const [rowVersion] = useState(spec.rowVersion);
  const update = useChange(useApi(), "updateSpec", ["listSpecs"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate(
      {
        projectId,
        specId: spec.id,
        rowVersion,
        name: name.trim(),
        basePath: basePath.trim() === "" ? null : basePath.trim(),
        description: description.trim() === "" ? null : description,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog title="Edit specification" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField label="Name" value={name} onChange={setName} autoFocus />
        <TextField
          label="Base path"
          isOptional
          isMono
          help="Such as /api/v1. It is added to the addresses of the servers."
          value={basePath}
          onChange={setBasePath}
        />
        <TextField
          label="Description"
          isOptional
          rows={3}
          value={description}
          onChange={setDescription}
        />
        <Refusal error={update.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            reason={name.trim() === "" ? "Enter a name first." : null}
            isDisabled={update.isPending}
          >
            Save specification
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
