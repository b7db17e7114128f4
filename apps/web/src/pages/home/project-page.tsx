import { useProject } from "../../api/scope.ts";
import { Page } from "../../parts/page.tsx";
import { SpecTable } from "../specs/spec-table.tsx";

/** A project: what it is, and its specifications. */
export function ProjectPage() {
  const project = useProject();
  return (
    <Page title={project.name} note={project.description ?? ""}>
      <SpecTable filter="" />
    </Page>
  );
}
