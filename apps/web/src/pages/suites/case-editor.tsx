import { useState } from "react";
import { useCan } from "../../api/scope.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { VariableNames } from "../../request/template-field.tsx";
import { EnvironmentSelect } from "../tests/environment-select.tsx";
import { useEnvironment } from "../tests/use-environment.ts";
import { caseLabels } from "./case-fields.ts";
import { CaseForm } from "./case-form.tsx";
import { CaseResultPart } from "./case-result.tsx";
import { listPaths } from "./json-paths.ts";
import { useCaseDraft } from "./use-case-draft.ts";
import { useCaseRun } from "./use-case-run.ts";
import type { TestCase } from "./use-suite.ts";
import { useVariableNames } from "./variable-names.ts";
import styles from "./suites.module.css";

export interface CaseEditorProps {
  readonly testCase: TestCase;
  /** Cases that run before it in its phase, by name. */
  readonly earlier: readonly string[];
}

const noRun = "Set-up and tear-down run with the tests of the suite.";

/** The request of a case, what its response must be, and how it ended last. Fields are saved when they are left. */
export function CaseEditor({ testCase, earlier }: CaseEditorProps) {
  const canWrite = useCan("tests:write");
  const canRun = useCan("tests:execute");
  const choice = useEnvironment();
  const draft = useCaseDraft(testCase);
  const names = useVariableNames(choice.environmentId, testCase.id);
  const run = useCaseRun(testCase);
  const [isSaving, setIsSaving] = useState(false);
  const reason = testCase.phase === "test" ? null : noRun;
  const save = () => void draft.commit();
  const start = async () => {
    if (reason !== null || run.isRunning || isSaving) return;
    setIsSaving(true);
    const isSaved = await draft.commit();
    setIsSaving(false);
    if (isSaved) run.start();
  };
  useShortcut(canWrite ? "mod+s" : null, "Save", save);
  useShortcut(canRun ? "mod+Enter" : null, "Run case", () => void start());
  const body = run.result?.exchange?.response?.body ?? null;
  return (
    <div className={`${styles["editor"]} ${styles["withResult"]}`}>
      <HeaderActions>
        <EnvironmentSelect {...choice} />
        {canRun && (
          <Button
            kind="primary"
            onPress={() => void start()}
            reason={reason}
            isDisabled={run.isRunning}
          >
            {run.isRunning ? "Running …" : "Run case"}
          </Button>
        )}
      </HeaderActions>
      <article className={styles["form"]} aria-label={testCase.name}>
        <header className={styles["head"]}>
          <h1 className={styles["title"]}>{testCase.name}</h1>
          {canWrite ? (
            <SaveNote {...draft} onRetry={save} />
          ) : (
            <span className={styles["note"]}>View only</span>
          )}
        </header>
        <VariableNames.Provider value={names}>
          <CaseForm
            fields={draft.fields}
            change={draft.change}
            commit={save}
            earlier={earlier}
            paths={listPaths(body)}
            isReadOnly={!canWrite}
          />
        </VariableNames.Provider>
      </article>
      <CaseResultPart run={run} />
      {draft.conflicts.length > 0 && (
        <ConflictDialog
          conflicts={draft.conflicts}
          labels={caseLabels}
          onResolve={draft.resolve}
          onLater={draft.postpone}
        />
      )}
    </div>
  );
}
