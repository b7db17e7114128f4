import { useQueries, useQuery } from "@tanstack/react-query";
import { useApi } from "../../../api/scope.ts";
import { Page } from "../../../parts/page.tsx";
import { headersQuery } from "../../headers/header-place.ts";
import { HeaderSection } from "../../headers/header-section.tsx";
import { PolicySection } from "../../headers/policy-section.tsx";

const place = { level: "organization" } as const;

/** The reusable headers that all projects share, and the policies that add them. */
export function OrgHeadersPage() {
  const api = useApi();
  const { data: headers = [] } = useQuery(headersQuery(api, place));
  const { data: projects = [] } = useQuery(api.list("listProjects", {}));
  const specs = useQueries({
    queries: projects.map(({ id }) => api.list("listSpecs", { projectId: id })),
  }).flatMap(({ data = [] }, at) =>
    data.map(({ id, name }) => ({ id, name: `${projects[at]?.name ?? ""}: ${name}` })),
  );
  return (
    <Page title="Headers">
      <HeaderSection title="Headers of all projects" place={place} canWrite canDelete />
      <PolicySection
        title="Policies of all projects"
        place={{ projectId: null }}
        headers={headers}
        specs={specs}
        canWrite
        canDelete
      />
    </Page>
  );
}
