import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { ResultView } from "../tests/result-view.tsx";
import styles from "./runs.module.css";

export interface ResultPanelProps {
  readonly runId: string;
  /** null: not known, then the case cannot be opened. */
  readonly suiteId: string | null;
  readonly position: number;
  readonly onStep: (by: number) => void;
  readonly onClose: () => void;
}

/** One result of a run, and the way to its case. */
export function ResultPanel({ runId, suiteId, position, onStep, onClose }: ResultPanelProps) {
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const canWrite = useCan("tests:write");
  const navigate = useNavigate();
  const query = useQuery(
    useApi().query("listRunResults", { projectId, runId, skip: position, take: 1 }),
  );
  const result = query.data?.items[0];
  const edit = () => {
    if (suiteId === null || result === undefined) return;
    const to = "/$org/$project/suites/$suite/cases/$case";
    void navigate({ to, params: { org, project, suite: suiteId, case: result.caseId } });
  };
  useShortcut("e", "Open the case", edit);
  return (
    <Panel title={result?.name ?? "Result"} onClose={onClose}>
      <div className={styles["steps"]}>
        <IconButton label="Previous case" onPress={() => onStep(-1)}>
          <ChevronLeft size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <IconButton label="Next case" onPress={() => onStep(1)}>
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <Button kind="quiet" onPress={edit} isDisabled={suiteId === null || result === undefined}>
          {canWrite ? "Edit case" : "Open case"}
        </Button>
      </div>
      <QueryView query={query}>
        {({ items: [found] }) =>
          found === undefined ? (
            <Empty text="This result does not exist." />
          ) : (
            <ResultView result={found} />
          )
        }
      </QueryView>
    </Panel>
  );
}
