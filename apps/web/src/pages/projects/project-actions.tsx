import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCan, useProject } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";

const EditProject = lazy(async () => ({
  default: (await import("./edit-project.tsx")).EditProject,
}));
const DeleteProject = lazy(async () => ({
  default: (await import("./delete-project.tsx")).DeleteProject,
}));

/** What can be done with the project of the address. */
export function ProjectActions() {
  const project = useProject();
  const canWrite = useCan("projects:write");
  const canManage = useCan("projects:manage");
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  if (!canWrite) return null;
  const choices: MenuChoice[] = [
    { id: "edit", label: "Edit project", run: () => setOpen("edit") },
    ...(canManage
      ? [{ id: "delete", label: "Delete project", isDanger: true, run: () => setOpen("delete") }]
      : []),
  ];
  const trigger = (
    <IconButton label={`Actions of ${project.name}`}>
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return (
    <>
      <Menu label="Actions" trigger={trigger} choices={choices} />
      <Suspense>
        {open === "edit" && <EditProject project={project} onClose={close} />}
        {open === "delete" && <DeleteProject project={project} onClose={close} />}
      </Suspense>
    </>
  );
}
