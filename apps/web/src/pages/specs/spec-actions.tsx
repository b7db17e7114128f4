import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Item } from "../../api/api.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { IconButton } from "../../parts/button.tsx";
import { DeleteByName } from "../../parts/delete-by-name.tsx";
import { Menu } from "../../parts/menu.tsx";
import { RowActions } from "../../parts/row-actions.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { EditSpec } from "./edit-spec.tsx";

/** What can be done with a specification as a whole. */
export function SpecActions({ spec }: { readonly spec: Item<"listSpecs"> }) {
  const { id: projectId } = useProject();
  const canWrite = useCan("specs:write");
  const canDelete = useCan("specs:delete");
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const remove = useChange(useApi(), "deleteSpec", ["listSpecs"]);
  const close = () => setOpen(null);
  if (!canWrite) return null;
  const choices: MenuChoice[] = [
    { id: "edit", label: "Edit specification", run: () => setOpen("edit") },
    ...(canDelete
      ? [
          {
            id: "delete",
            label: "Delete specification",
            isDanger: true,
            run: () => setOpen("delete"),
          },
        ]
      : []),
  ];
  const trigger = (
    <IconButton label={`Actions of ${spec.name}`}>
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return (
    <>
      <RowActions>
        <Menu label="Actions" trigger={trigger} choices={choices} />
      </RowActions>
      {open === "edit" && <EditSpec spec={spec} onClose={close} />}
      {open === "delete" && (
        <DeleteByName
          noun="specification"
          name={spec.name}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ projectId, specId: spec.id }, { onSuccess: close })}
          onClose={close}
        >
          <p>
            {spec.versionCount === 1 ? "1 version is" : `${spec.versionCount} versions are`} deleted
            with it, with endpoints and components. This cannot be undone.
          </p>
        </DeleteByName>
      )}
    </>
  );
}
