import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useOrganization } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { ProjectFields, readProject } from "./project-fields.tsx";

/** Creates a project, and then opens it. */
export function CreateProject({ onClose }: { readonly onClose: () => void }) {
  const { api, organization } = useOrganization();
  const navigate = useNavigate();
  const [text, setText] = useState({ name: "", slug: "", description: "" });
  const create = useChange(api, "createProject", ["listProjects"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create
      .mutateAsync(readProject(text))
      .then(({ slug }) =>
        navigate({ to: "/$org/$project", params: { org: organization.slug, project: slug } }),
      )
      // The dialog shows why it was refused.
      .catch(() => undefined);
  };
  return (
    <Dialog title="Create project" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <ProjectFields text={text} onChange={setText} />
        <Refusal error={create.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            reason={text.name.trim() === "" ? "Enter a name first." : null}
            isDisabled={create.isPending}
          >
            Create project
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
