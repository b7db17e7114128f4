import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { LockNote } from "../../design/lock-note.tsx";
import { useEditLock } from "../../design/use-version.ts";
import { ProblemTable } from "./problem-table.tsx";
import { countFixable } from "../source/choose-fixes.ts";
import { RulePanel } from "./rule-panel.tsx";
import { useProblems } from "./use-problems.ts";

const route = getRouteApi("/$org/$project/specs/$spec/$version/lint");

/** What the rules of the organization find in the version, with fixes that are saved at once. */
export function LintPage() {
  const { filter = "" } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/specs/$spec/$version/lint" });
  const lock = useEditLock();
  const { exported, lint, fix, fixRule, fixing } = useProblems();
  const [text, setText] = useState(filter);
  /** "": all rules. */
  const [rule, setRule] = useState<string | null>(null);
  const search = (next: string) => {
    setText(next);
    void navigate({ search: { filter: next || undefined }, replace: true });
  };
  const note = lock === null ? lint.data?.total : <LockNote lock={lock} />;
  return (
    <Page title="Problems" note={note}>
      <HeaderActions>
        <Button onPress={() => setRule("")}>Rules</Button>
      </HeaderActions>
      <FilterBox label="Filter problems, such as severity:error" text={text} onChange={search} />
      {exported.error === null ? (
        <QueryView query={lint}>
          {(found) => (
            <ProblemTable
              lint={found}
              filter={text}
              onRule={setRule}
              onFix={lock === null ? (...fixed) => void fix(...fixed) : null}
              onFixRule={lock === null ? (name) => void fixRule(name) : null}
              fixing={fixing}
            />
          )}
        </QueryView>
      ) : (
        <QueryView query={exported}>{() => null}</QueryView>
      )}
      {rule !== null && (
        <RulePanel
          name={rule}
          fixable={countFixable(lint.data?.findings ?? [], rule)}
          onFixAll={lock === null ? () => void fixRule(rule) : null}
          onClose={() => setRule(null)}
        />
      )}
    </Page>
  );
}
