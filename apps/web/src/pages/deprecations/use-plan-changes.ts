import { useState } from "react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { showToast } from "../../parts/toast.tsx";
import { toManaged, toPlanFields } from "./plan-fields.ts";
import { nameOfPlan, type ListedPlan } from "./plan-table.tsx";
import { useRefresh } from "./use-refresh.ts";

/** Changes of a plan that need no further answer; a cancelled plan can be made again for 30 s. */
export function usePlanChanges(plan: ListedPlan) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const refresh = useRefresh("listDeprecations", "listDeprecationPlans", "getDeprecationPlan");
  const [error, setError] = useState<Error | null>(null);
  const place = { projectId, specId: plan.specId };
  const act = async (change: () => Promise<unknown>) => {
    setError(null);
    try {
      await change();
      await refresh();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  };
  const announceAgain = async () => {
    const made = await api.call("manageDeprecationPlan", {
      ...place,
      action: "create",
      entityType: plan.entityType,
      entityId: plan.entityId,
      sunsetAt: plan.sunsetAt,
      ...toManaged(toPlanFields(plan)),
      ...(plan.successorSpecId === null ? {} : { successorSpecId: plan.successorSpecId }),
    });
    await refresh();
    const params = { org, project, plan: made.plan.id };
    await navigate({ to: "/$org/$project/deprecations/$plan", params });
  };
  return {
    error,
    approve: () =>
      act(() =>
        api.call("reviewDeprecationPlan", { ...place, planId: plan.id, action: "approve" }),
      ),
    setTrial: (minutes: number) =>
      act(() => api.call("setTrialBrownOut", { ...place, planId: plan.id, minutes })),
    cancel: () =>
      act(async () => {
        await api.call("manageDeprecationPlan", { ...place, action: "cancel", planId: plan.id });
        showToast(`Plan of ${nameOfPlan(plan)} cancelled`, () => {
          announceAgain().catch((failure: unknown) => showToast(describeError(failure)));
        });
      }),
  };
}
