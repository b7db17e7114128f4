import { Copy, Play, Trash2 } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { describeError } from "../../api/refusal.ts";
import { useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import { showToast } from "../../parts/toast.tsx";
import { useStartRun } from "../tests/use-run.ts";
import { useCaseChanges } from "./use-case-changes.ts";
import { useSuitePlace, type TestCase } from "./use-suite.ts";

export interface MarkedCasesProps {
  readonly cases: readonly TestCase[];
  readonly shown: readonly TestCase[];
  readonly marked: ReadonlySet<string>;
  readonly onMark: (ids: ReadonlySet<string>) => void;
}

/** What can be done with the selected cases. */
export function MarkedCases({ cases, shown, marked, onMark }: MarkedCasesProps) {
  const changes = useCaseChanges(cases);
  const canRun = useCan("tests:execute");
  const { params, place } = useSuitePlace();
  const navigate = useNavigate();
  const start = useStartRun((run) => {
    const { org, project } = params;
    void navigate({ to: "/$org/$project/runs/$run", params: { org, project, run } });
  });
  const run = () =>
    start.mutate(
      { suiteId: place.suiteId, caseIds: [...marked] },
      { onError: (error) => showToast(`Not started: ${describeError(error)}`) },
    );
  const clear = () => onMark(new Set());
  const act = (work: (ids: ReadonlySet<string>) => unknown) => () => {
    void work(marked);
    clear();
  };
  return (
    <SelectionBar
      label="Selected cases"
      count={marked.size}
      all={{ count: shown.length, onSelect: () => onMark(new Set(shown.map(({ id }) => id))) }}
      onClear={clear}
    >
      {canRun && (
        <IconButton label="Run cases" onPress={run}>
          <Play size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      <IconButton label="Duplicate cases" onPress={act(changes.duplicate)}>
        <Copy size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <IconButton label="Delete cases" onPress={act(changes.remove)}>
        <Trash2 size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </SelectionBar>
  );
}
