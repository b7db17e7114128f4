import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { DialogButtons } from "../../parts/dialog.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { toManaged, toPlanFields } from "./plan-fields.ts";
import { PlanForm } from "./plan-form.tsx";
import { nameOfPlan, type ListedPlan } from "./plan-table.tsx";
import { toDay } from "./show-day.ts";
import { useRefresh } from "./use-refresh.ts";

export interface EditPlanPanelProps {
  readonly plan: ListedPlan;
  readonly onClose: () => void;
}

/** Changes a plan; its sunset can only be moved to a later day. */
export function EditPlanPanel({ plan, onClose }: EditPlanPanelProps) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { specId, versionId } = plan;
  const refresh = useRefresh("listDeprecations", "listDeprecationPlans", "getDeprecationPlan");
  const [fields, setFields] = useState(() => toPlanFields(plan));
  const { data: tree } = useQuery({
    ...api.query("getVersionTree", { projectId, specId, versionId: versionId ?? "" }),
    enabled: versionId !== null,
  });
  const save = useMutation({
    mutationFn: () =>
      api.call("manageDeprecationPlan", {
        projectId,
        specId,
        action: "update",
        planId: plan.id,
        ...(fields.sunset === toDay(plan.sunsetAt) ? {} : { sunsetAt: fields.sunset }),
        ...toManaged(fields),
        ...(fields.migrationGuide.trim() === "" ? { migrationGuide: "" } : {}),
        ...(plan.successorSpecId === null ? {} : { successorSpecId: plan.successorSpecId }),
        updateSuccessor: true,
      }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const successors = (tree?.endpoints ?? [])
    .filter(({ id }) => id !== plan.entityId)
    .map(({ id, method, path }) => ({ value: id, name: `${method.toUpperCase()} ${path}` }));
  return (
    <Panel title={`Plan of ${nameOfPlan(plan)}`} onClose={onClose}>
      <form onSubmit={submit} className="form">
        <PlanForm
          fields={fields}
          onChange={setFields}
          successors={successors}
          earliest=""
          violations={new Map()}
        />
        <Refusal error={save.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={save.isPending}>
            Save plan
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}
