import { useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { showToast } from "../../parts/toast.tsx";
import { useVersionPlace, type EditLock } from "../../design/use-version.ts";
import type { ComponentDetail } from "./use-component.ts";
import { UsageTable } from "./usage-table.tsx";

export interface ComponentActionsProps {
  readonly component: ComponentDetail;
  readonly lock: EditLock;
}

/** Copies a reference, and deletes: at once where nothing refers to it, else after a look at what does. */
export function ComponentActions({ component, lock }: ComponentActionsProps) {
  const { kind, name, usageCount } = component;
  const canDelete = useCan("specs:delete");
  const remove = useDelete(component);
  const [isAsking, setIsAsking] = useState(false);
  const copy = (text: string) => () => void navigator.clipboard.writeText(text);
  const choices: MenuChoice[] = [
    { id: "reference", label: "Copy reference", run: copy(`#/components/${kind}/${name}`) },
    { id: "link", label: "Copy link", run: copy(location.href) },
  ];
  if (lock === null && canDelete)
    choices.push({
      id: "delete",
      label: "Delete component",
      isDanger: true,
      run: () => (usageCount === 0 ? void remove() : setIsAsking(true)),
    });
  const trigger = (
    <IconButton label={`Actions of ${name}`}>
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return (
    <>
      <Menu label="Actions" trigger={trigger} choices={choices} />
      {isAsking && (
        <Dialog title={`Delete ${name}?`} isOpen onClose={() => setIsAsking(false)} width="wide">
          <p>
            {usageCount === 1 ? "1 reference leads" : `${usageCount} references lead`} to it, and
            would lead nowhere.
          </p>
          <UsageTable component={component} />
          <DialogButtons>
            <Button onPress={() => setIsAsking(false)}>Cancel</Button>
            <Button kind="danger" onPress={() => void remove()}>
              Delete component
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}

/** A deleted component can be made again for 30 s from the message; references find it by its name. */
function useDelete({ id, kind, name, content }: ComponentDetail) {
  const api = useApi();
  const navigate = useNavigate();
  const { place, params } = useVersionPlace();
  const restore = async () => {
    await api.call("createComponent", { ...place, kind, name, content });
  };
  const report = (error: unknown) => showToast(describeError(error));
  return async () => {
    try {
      await api.call("deleteComponent", { ...place, componentId: id, isForced: true });
      await navigate({ to: "/$org/$project/specs/$spec/$version/components", params });
      showToast(`${name} deleted`, () => void restore().catch(report));
    } catch (error) {
      report(error);
    }
  };
}
