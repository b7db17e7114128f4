import { useQueryClient } from "@tanstack/react-query";
import type { FindingStatus } from "@lintel/contract/words/security";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { wordOf } from "../../parts/status.tsx";
import { showToast } from "../../parts/toast.tsx";
import type { FindingQuery } from "./finding-filter.ts";

/** Findings that are triaged together: these, or all that a query finds. */
export type Triaged =
  | { readonly findings: readonly { readonly id: string; readonly status: FindingStatus }[] }
  | { readonly query: FindingQuery };

/** The most that one call names by their ids. */
const maxIds = 1000;

/**
 * Gives findings a status; what was named one by one can be undone for 30 s.
 *
 * @param onUndo - called before the findings have their earlier status again
 */
export function useTriage(onUndo: (ids: readonly string[]) => void = () => undefined) {
  const api = useApi();
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const names = new Set(["listFindings", "getFinding", "listFindingChanges"]);
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [place, name] }) =>
        place === api.organization && names.has(String(name)),
    });
  const setByIds = async (ids: readonly string[], status: FindingStatus) => {
    let changed = 0;
    for (let at = 0; at < ids.length; at += maxIds) {
      const findingIds = ids.slice(at, at + maxIds);
      const done = await api.call("triageFindings", { projectId, findingIds, change: { status } });
      changed += done.changedCount;
    }
    return changed;
  };
  const undo = async (findings: readonly { id: string; status: FindingStatus }[]) => {
    onUndo(findings.map(({ id }) => id));
    for (const status of new Set(findings.map((one) => one.status)))
      await setByIds(
        findings.filter((one) => one.status === status).map(({ id }) => id),
        status,
      );
    await refresh();
  };
  return async (triaged: Triaged, status: FindingStatus): Promise<void> => {
    try {
      const changed =
        "query" in triaged
          ? (
              await api.call("triageFindings", {
                projectId,
                query: triaged.query,
                change: { status },
              })
            ).changedCount
          : await setByIds(
              triaged.findings.map(({ id }) => id),
              status,
            );
      await refresh();
      const text = `${changed.toLocaleString("en")} ${changed === 1 ? "finding" : "findings"}: ${wordOf(status).toLowerCase()}`;
      const back = "query" in triaged || changed === 0 ? null : triaged.findings;
      showToast(text, back === null ? null : () => void undo(back).catch(report));
    } catch (error) {
      report(error);
    }
  };
}

function report(error: unknown): void {
  showToast(describeError(error));
}
