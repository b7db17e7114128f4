import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { codeOf } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { nameOfPlan, type ListedPlan } from "./plan-table.tsx";
import { useRefresh } from "./use-refresh.ts";

export type Decision = "reject" | "retire" | "force";

const words: Readonly<Record<Decision, { title: string; button: string; reason: string | null }>> =
  {
    reject: { title: "Reject plan", button: "Reject plan", reason: "Why" },
    retire: { title: "Retire early", button: "Retire early", reason: null },
    force: { title: "Force the next phase", button: "Force next phase", reason: "Justification" },
  };

export interface PlanDecisionProps {
  readonly plan: ListedPlan;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Decisions that need a reason or a second look. */
export function PlanDecision({ plan, decision, onClose }: PlanDecisionProps) {
  const [text, setText] = useState("");
  const [isConfirmed, setIsConfirmed] = useState(false);
  const decide = useDecide(plan, decision, onClose);
  const { title, button, reason } = words[decision];
  const hasCallers = codeOf(decide.error) === "ACTIVE_CONSUMERS";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate({ text, isConfirmed });
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <p>{describe(plan, decision)}</p>
        {reason !== null && (
          <TextField label={reason} rows={4} value={text} onChange={setText} autoFocus />
        )}
        <Refusal error={decide.error} />
        {hasCallers && (
          <Checkbox
            label="Retire it although consumers called it in the last seven days"
            isChecked={isConfirmed}
            onChange={setIsConfirmed}
          />
        )}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind={decision === "reject" ? "primary" : "danger"}
            type="submit"
            isDisabled={
              decide.isPending ||
              (reason !== null && text.trim() === "") ||
              (hasCallers && !isConfirmed)
            }
          >
            {button}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function describe(plan: ListedPlan, decision: Decision): string {
  const name = nameOfPlan(plan);
  if (decision === "reject") return `The plan of ${name} ends. A new one can be requested.`;
  if (decision === "retire")
    return `${name} ends now, before its sunset. To undo it, cancel the plan.`;
  return plan.phase === "gracePeriod"
    ? `${name} moves to the sunset phase now, without checks. The justification is audited.`
    : `${name} is retired now, without checks. The justification is audited.`;
}

interface Answer {
  readonly text: string;
  readonly isConfirmed: boolean;
}

function useDecide(
  { id: planId, specId, entityType, entityId }: ListedPlan,
  decision: Decision,
  onDone: () => void,
): UseMutationResult<unknown, Error, Answer> {
  const api = useApi();
  const { id: projectId } = useProject();
  const refresh = useRefresh("listDeprecations", "listDeprecationPlans", "getDeprecationPlan");
  const place = { projectId, specId };
  return useMutation({
    mutationFn: ({ text, isConfirmed }: Answer): Promise<unknown> =>
      decision === "reject"
        ? api.call("reviewDeprecationPlan", { ...place, planId, action: "reject", comment: text })
        : decision === "retire"
          ? api.call("retireDeprecation", { ...place, planId, confirmActiveConsumers: isConfirmed })
          : api.call("forceAdvanceDeprecation", {
              ...place,
              entityType,
              entityId,
              justification: text,
            }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
  });
}
