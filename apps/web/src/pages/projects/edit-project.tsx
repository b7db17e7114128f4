import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import type { Item } from "../../api/api.ts";
import { useOrganization } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { ProjectFields, readProject } from "./project-fields.tsx";

export interface ProjectDialogProps {
  readonly project: Item<"listProjects">;
  readonly onClose: () => void;
}

/** The name, the address and the description of a project. */
export function EditProject({ project, onClose }: ProjectDialogProps) {
  const { api, organization } = useOrganization();
  const navigate = useNavigate();
  const { id: projectId, name, slug, description } = project;
  const [text, setText] = useState({ name, slug, description: description ?? "" });
  const [rowVersion] = useState(project.rowVersion);
  const update = useChange(api, "updateProject", ["listProjects"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update
      .mutateAsync({ projectId, rowVersion, ...readProject(text) })
      .then((saved) => {
        onClose();
        const params = { org: organization.slug, project: saved.slug };
        return navigate({ to: "/$org/$project", params, replace: true });
      })
      // The dialog shows why it was refused.
      .catch(() => undefined);
  };
  return (
    <Dialog title="Edit project" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <ProjectFields text={text} onChange={setText} />
        <Refusal error={update.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            reason={text.name.trim() === "" ? "Enter a name first." : null}
            isDisabled={update.isPending}
          >
            Save project
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
