import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { showToast } from "../../parts/toast.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { applyEdits } from "../source/apply-edits.ts";
import { fixAll } from "./fix-all.ts";
import { useSourceFormat } from "../source/source-format.ts";
import type { Lint, TextFinding, TextFix } from "../source/source.types.ts";

/** The problems of a version with their lines in its source, and what fixes them. */
export function useProblems() {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useVersionPlace();
  const format = useSourceFormat();
  const exporting = api.query("exportSpec", { ...place, format });
  const exported = useQuery(exporting);
  const text = exported.data?.text;
  const lint = useQuery({
    queryKey: [api.organization, "lintSpecText", { ...place, format }, exported.dataUpdatedAt],
    queryFn: () => api.call("lintSpecText", { ...place, text: text ?? "" }),
    enabled: text !== undefined,
    // What is shown stays until the problems of the changed document are known.
    placeholderData: (before: Lint | undefined) => before,
  });
  const [fixing, setFixing] = useState<TextFinding | string | null>(null);
  const save = async (base: string, next: string) => {
    await api.call("saveSpecSource", { ...place, base, text: next });
    await client.invalidateQueries({ queryKey: exporting.queryKey }, { cancelRefetch: true });
  };
  /** Saves the document with fixes; changes of others stay. It can be undone for 30 s. */
  const saveFixed = async (
    what: TextFinding | string,
    make: (before: string) => Promise<{ readonly fixed: string; readonly done: string }>,
  ) => {
    if (text === undefined || fixing !== null) return;
    setFixing(what);
    try {
      const { fixed, done } = await make(text);
      await save(text, fixed);
      const undo = () => save(fixed, text).catch(report);
      showToast(`Done: ${done}`, () => void undo());
    } catch (error) {
      report(error);
    }
    setFixing(null);
  };
  const fix = (finding: TextFinding, { title, edits }: TextFix) =>
    saveFixed(finding, (before) =>
      Promise.resolve({ fixed: applyEdits(before, edits), done: title }),
    );
  /** Applies the first fix of every problem of a rule. */
  const fixRule = (rule: string) =>
    saveFixed(rule, async (before) => {
      const check = (next: string) => api.call("lintSpecText", { ...place, text: next });
      const known = lint.data ?? (await check(before));
      const { text: fixed, count } = await fixAll(
        before,
        known,
        (finding) => finding.rule === rule,
        check,
      );
      return { fixed, done: `${count} × ${rule}` };
    });
  return { exported, lint, fix, fixRule, fixing };
}

function report(error: unknown): void {
  showToast(`Not saved: ${describeError(error)}`);
}
