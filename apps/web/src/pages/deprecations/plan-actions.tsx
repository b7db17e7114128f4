import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useCan } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { EditPlanPanel } from "./edit-plan-panel.tsx";
import { PlanDecision, type Decision } from "./plan-decision.tsx";
import type { ListedPlan } from "./plan-table.tsx";
import { usePlanChanges } from "./use-plan-changes.ts";

const trialMinutes = [5, 15, 60] as const;

/** What can be done with a plan in its phase. */
export function PlanActions({ plan }: { readonly plan: ListedPlan }) {
  const canWrite = useCan("specs:write");
  const canPublish = useCan("specs:publish");
  const canDelete = useCan("specs:delete");
  const canForce = useCan("org:manage-governance");
  const changes = usePlanChanges(plan);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const isPending = plan.phase === "pendingApproval";
  const isRunning = plan.phase === "gracePeriod" || plan.phase === "sunset";
  const choices: MenuChoice[] = [];
  const add = (
    isAllowed: boolean,
    id: string,
    label: string,
    run: () => void,
    isDanger = false,
  ) => {
    if (isAllowed) choices.push({ id, label, run, isDanger });
  };
  const trial = plan.trialBrownOut;
  if (isRunning && trial === null)
    for (const minutes of trialMinutes)
      add(
        canPublish,
        `trial-${minutes}`,
        `Try a brown-out of ${minutes} min`,
        () => void changes.setTrial(minutes),
      );
  add(canForce && isRunning, "force", "Force the next phase", () => setDecision("force"));
  add(canDelete && isRunning, "retire", "Retire early", () => setDecision("retire"), true);
  add(
    canWrite && (isPending || isRunning || plan.phase === "retired"),
    "cancel",
    plan.phase === "retired" ? "Undo the retirement: cancel plan" : "Cancel plan",
    () => void changes.cancel(),
    true,
  );
  return (
    <>
      <Refusal error={changes.error} />
      {trial !== null && canPublish && (
        <Button onPress={() => void changes.setTrial(0)}>End brown-out</Button>
      )}
      {canWrite && (isPending || isRunning) && (
        <Button onPress={() => setIsEditing(true)}>Edit plan</Button>
      )}
      {isPending && canPublish && (
        <>
          <Button onPress={() => setDecision("reject")}>Reject</Button>
          <Button kind="primary" onPress={() => void changes.approve()}>
            Approve plan
          </Button>
        </>
      )}
      {choices.length > 0 && (
        <Menu
          label="More actions"
          trigger={
            <IconButton label="More actions">
              <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          }
          choices={choices}
        />
      )}
      {decision !== null && (
        <PlanDecision plan={plan} decision={decision} onClose={() => setDecision(null)} />
      )}
      {isEditing && <EditPlanPanel plan={plan} onClose={() => setIsEditing(false)} />}
    </>
  );
}
