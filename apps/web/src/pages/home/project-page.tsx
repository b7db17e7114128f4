import { useProject } from "../../api/scope.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProjectActions } from "../projects/project-actions.tsx";
import { ActivityList } from "./activity-list.tsx";
import { SpecTable } from "../specs/spec-table.tsx";

/** A project: what failed in it, its specifications, and what changed. */
export function ProjectPage() {
  const project = useProject();
  return (
    <Page title={project.name} note={project.description ?? ""} actions={<ProjectActions />}>
      <ActivityList title="Failed" projectId={project.id} isFailure take={5} />
      <Section title="Specifications">
        <SpecTable filter="" />
      </Section>
      <ActivityList title="Changed" projectId={project.id} take={10} />
    </Page>
  );
}
