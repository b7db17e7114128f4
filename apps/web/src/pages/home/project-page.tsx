import { useQuery } from "@tanstack/react-query";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProjectActions } from "../projects/project-actions.tsx";
import { ActivityList } from "./activity-list.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { SpecTable } from "../specs/spec-table.tsx";

/** A project: what failed in it, its specifications, and what changed. */
export function ProjectPage() {
  const project = useProject();
  const { data: specs } = useQuery(useApi().list("listSpecs", { projectId: project.id }));
  const canWrite = useCan("specs:write");
  // What to do first says already that there are none.
  const hasSpecs = specs === undefined || specs.length > 0 || !canWrite;
  return (
    <Page title={project.name} note={project.description ?? ""} actions={<ProjectActions />}>
      <ActivityList title="Failed" projectId={project.id} isFailure take={5} />
      <FirstSteps />
      {hasSpecs && (
        <Section title="Specifications">
          <SpecTable filter="" />
        </Section>
      )}
      <ActivityList title="Changed" projectId={project.id} take={10} />
    </Page>
  );
}
