import { useMemo, useState } from "react";
import { QueryView } from "../../parts/query-view.tsx";
import { countFixable } from "../source/choose-fixes.ts";
import { ProblemTable } from "./problem-table.tsx";
import { RulePanel } from "./rule-panel.tsx";
import { useProblems } from "./use-problems.ts";

export interface ProblemsOfProps {
  /** Where the document has what is shown: a JSON Pointer. */
  readonly pointer: string;
  readonly isLocked: boolean;
}

/** The problems of an endpoint or a component, with what fixes them. */
export function ProblemsOf({ pointer, isLocked }: ProblemsOfProps) {
  const { lint, fix, fixRule, fixing } = useProblems();
  const [rule, setRule] = useState<string | null>(null);
  const own = useMemo(() => {
    const isOwn = (at: string) => at === pointer || at.startsWith(`${pointer}/`);
    return (lint.data?.findings ?? []).filter((finding) => isOwn(finding.pointer));
  }, [lint.data, pointer]);
  return (
    <section aria-label="Problems">
      <QueryView query={lint}>
        {() => (
          <ProblemTable
            lint={{ findings: own, total: own.length }}
            filter=""
            onRule={setRule}
            onFix={isLocked ? null : (...fixed) => void fix(...fixed)}
            onFixRule={isLocked ? null : (name) => void fixRule(name)}
            fixing={fixing}
            isOfOne
          />
        )}
      </QueryView>
      {rule !== null && (
        <RulePanel
          name={rule}
          fixable={countFixable(lint.data?.findings ?? [], rule)}
          onFixAll={isLocked ? null : () => void fixRule(rule)}
          onClose={() => setRule(null)}
        />
      )}
    </section>
  );
}
