import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";
import { DocFeedback } from "./doc-feedback.tsx";
import { DocSettings } from "./doc-settings.tsx";
import { VersionTable } from "./version-table.tsx";

const route = getRouteApi("/$org/$project/docs/$doc");

const tabs = [
  { tab: "versions", name: "Versions" },
  { tab: "settings", name: "Settings" },
  { tab: "feedback", name: "Feedback" },
] as const;

/** A documentation: its versions, its settings, and what readers say. */
export function DocumentationPage() {
  const { doc } = route.useParams();
  const { tab = "versions" } = route.useSearch();
  const { id: projectId } = useProject();
  const canWrite = useCan("docs:write");
  const query = useQuery(useApi().query("getDocumentation", { projectId, docId: doc }));
  return (
    <QueryView query={query}>
      {(documentation) => (
        <Page title={documentation.name} note={canWrite ? undefined : "View only"}>
          <TabLinks label="Parts of the documentation">
            {tabs.map(({ tab: each, name }) => (
              <TabLink
                key={each}
                from="/$org/$project/docs/$doc"
                to="."
                search={{ tab: each }}
                isCurrent={each === tab}
              >
                {name}
              </TabLink>
            ))}
          </TabLinks>
          {tab === "versions" && <VersionTable documentation={documentation} />}
          {tab === "settings" && <DocSettings documentation={documentation} />}
          {tab === "feedback" && <DocFeedback docId={documentation.id} />}
        </Page>
      )}
    </QueryView>
  );
}
