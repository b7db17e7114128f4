import { useQuery } from "@tanstack/react-query";
import { useApi, useCan } from "../../api/scope.ts";
import { Page } from "../../parts/page.tsx";
import { LockNote } from "../../design/lock-note.tsx";
import { useEditLock, useVersionPlace } from "../../design/use-version.ts";
import { headersQuery } from "./header-place.ts";
import { HeaderSection } from "./header-section.tsx";
import { PolicySection } from "./policy-section.tsx";

/** The reusable headers of a version and of its project, and the policies that add them. */
export function HeadersPage() {
  const { place } = useVersionPlace();
  const { projectId } = place;
  const api = useApi();
  const lock = useEditLock();
  const canWrite = useCan("specs:write");
  const canDelete = useCan("specs:delete");
  const ofProject = { level: "project", projectId } as const;
  const { data: headers = [] } = useQuery(headersQuery(api, ofProject));
  const { data: specs = [] } = useQuery(api.list("listSpecs", { projectId }));
  return (
    <Page title="Headers" {...(lock === null ? {} : { note: <LockNote lock={lock} /> })}>
      <HeaderSection
        title="Headers of the version"
        place={{ level: "spec", ...place }}
        canWrite={lock === null}
        canDelete={canDelete}
      />
      <HeaderSection
        title="Headers of the project"
        place={ofProject}
        canWrite={canWrite}
        canDelete={canDelete}
      />
      <PolicySection
        title="Policies of the project"
        place={{ projectId }}
        headers={headers}
        specs={specs}
        canWrite={canWrite}
        canDelete={canDelete}
      />
    </Page>
  );
}
