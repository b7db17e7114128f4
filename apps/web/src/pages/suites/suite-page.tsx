import { useNavigate } from "@tanstack/react-router";
import { useCan } from "../../api/scope.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { VariableNames } from "../../request/template-field.tsx";
import { EnvironmentSelect } from "../tests/environment-select.tsx";
import { useEnvironment } from "../tests/use-environment.ts";
import { useStartRun } from "../tests/use-run.ts";
import { SuiteActions } from "./suite-actions.tsx";
import { suiteLabels } from "./suite-fields.ts";
import { SuiteForm } from "./suite-form.tsx";
import { useSuiteDraft } from "./use-suite-draft.ts";
import { useCases, useSuite, useSuitePlace, type Suite } from "./use-suite.ts";
import { useVariableNames } from "./variable-names.ts";
import styles from "./suites.module.css";

/** The settings of a suite, and its run. */
export function SuitePage() {
  const suite = useSuite();
  return (
    <QueryView query={suite}>{(found) => <SuiteEditor key={found.id} suite={found} />}</QueryView>
  );
}

function SuiteEditor({ suite }: { readonly suite: Suite }) {
  const canWrite = useCan("tests:write");
  const canRun = useCan("tests:execute");
  const choice = useEnvironment();
  const draft = useSuiteDraft(suite);
  const names = useVariableNames(choice.environmentId, null);
  const { params } = useSuitePlace();
  const { data: cases } = useCases();
  const navigate = useNavigate();
  const { org, project } = params;
  const start = useStartRun((run) => {
    void navigate({ to: "/$org/$project/runs/$run", params: { org, project, run } });
  });
  const reason = cases?.length === 0 ? "The suite has no cases yet. Create one first." : null;
  const save = () => void draft.commit();
  const run = async () => {
    if (reason !== null || start.isPending || !(await draft.commit())) return;
    start.mutate({ suiteId: suite.id });
  };
  useShortcut(canWrite ? "mod+s" : null, "Save", save);
  useShortcut(canRun ? "mod+Enter" : null, "Run suite", () => void run());
  return (
    <div className={styles["editor"]}>
      <HeaderActions>
        <EnvironmentSelect {...choice} />
        {canRun && (
          <Button
            kind="primary"
            reason={reason}
            isDisabled={start.isPending}
            onPress={() => void run()}
          >
            Run suite
          </Button>
        )}
      </HeaderActions>
      <article className={styles["form"]} aria-label={suite.name}>
        <header className={styles["head"]}>
          <h1 className={styles["title"]}>{suite.name}</h1>
          {canWrite ? (
            <SaveNote {...draft} onRetry={save} />
          ) : (
            <span className={styles["note"]}>View only</span>
          )}
          <span className={styles["actions"]}>
            <SuiteActions suite={suite} />
          </span>
        </header>
        <Refusal error={start.error} />
        <VariableNames.Provider value={names}>
          <SuiteForm
            fields={draft.fields}
            change={draft.change}
            commit={save}
            isReadOnly={!canWrite}
          />
        </VariableNames.Provider>
      </article>
      {draft.conflicts.length > 0 && (
        <ConflictDialog
          conflicts={draft.conflicts}
          labels={suiteLabels}
          onResolve={draft.resolve}
          onLater={draft.postpone}
        />
      )}
    </div>
  );
}
