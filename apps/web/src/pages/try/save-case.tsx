import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { showToast } from "../../parts/toast.tsx";
import { toRequest, type RequestDraft } from "../../request/request-draft.ts";

export interface SaveCaseProps {
  readonly draft: RequestDraft;
  /** The status that the case then expects; null: none was received. */
  readonly status: number | null;
  readonly onClose: () => void;
}

/** Saves the request as a case of a suite, which expects the status that was received. */
export function SaveCase({ draft, status, onClose }: SaveCaseProps) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { data: suites = [] } = useQuery(api.list("listSuites", { projectId }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState(`${draft.method} ${draft.url}`.slice(0, 120));
  const suiteId = chosen ?? suites[0]?.id ?? null;
  const save = useMutation({
    mutationFn: async () => {
      const id =
        suiteId ?? (await api.call("createSuite", { projectId, name: "Tried requests" })).id;
      const assertions =
        status === null
          ? []
          : [{ source: "status" as const, operator: "equals" as const, expected: status }];
      const request = toRequest(draft);
      return api.call("createCase", { projectId, suiteId: id, name, request, assertions });
    },
    onSuccess: () => {
      showToast(`Case “${name}” saved`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title="Save as case" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          error={save.error === null ? null : describeError(save.error)}
        />
        {suites.length > 0 && (
          <Select
            label="Suite"
            value={suiteId ?? ""}
            choices={suites.map((suite) => ({ value: suite.id, name: suite.name }))}
            onChange={setChosen}
          />
        )}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || save.isPending}>
            Save case
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
