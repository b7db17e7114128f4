import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useApi, useProject } from "../../api/scope.ts";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { showForeignTitle } from "../../parts/foreign-text.ts";
import { FindingFacts } from "./finding-facts.tsx";
import { FindingText } from "./finding-text.tsx";

export interface FindingPanelProps {
  readonly findingId: string;
  readonly onClose: () => void;
}

/** A finding next to the list: what was observed and what to do. */
export function FindingPanel({ findingId, onClose }: FindingPanelProps) {
  const { org = "", project = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const finding = useQuery(useApi().query("getFinding", { projectId, findingId }));
  return (
    <Panel title={showForeignTitle(finding.data?.title ?? "Finding", 120)} onClose={onClose}>
      <QueryView query={finding}>
        {(value) => (
          <>
            <FindingFacts finding={value} />
            <FindingText finding={value} />
            <Link
              to="/$org/$project/findings/$finding"
              params={{ org, project, finding: findingId }}
            >
              Open with its proof
            </Link>
          </>
        )}
      </QueryView>
    </Panel>
  );
}
