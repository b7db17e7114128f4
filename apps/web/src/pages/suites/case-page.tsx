import { useParams } from "@tanstack/react-router";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { CaseEditor } from "./case-editor.tsx";
import { useCases } from "./use-suite.ts";

/** One case of a suite. */
export function CasePage() {
  const { case: caseId } = useParams({ strict: false });
  const cases = useCases();
  return (
    <QueryView query={cases}>
      {(rows) => {
        const at = rows.findIndex(({ id }) => id === caseId);
        const found = rows[at];
        if (found === undefined)
          return <Empty text="This case does not exist. It may have been deleted." />;
        const earlier = rows.slice(0, at).filter(({ phase }) => phase === found.phase);
        return (
          <CaseEditor key={found.id} testCase={found} earlier={earlier.map(({ name }) => name)} />
        );
      }}
    </QueryView>
  );
}
