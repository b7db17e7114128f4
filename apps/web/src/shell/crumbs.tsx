import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useApi, useOrganization, useProject } from "../api/scope.ts";
import { Crumb } from "../parts/crumb.tsx";

export function HomeCrumb() {
  return <Crumb kind="Page">Home</Crumb>;
}

export function ProjectCrumb() {
  const { organization } = useOrganization();
  const project = useProject();
  const navigate = useNavigate();
  const { data: projects = [] } = useQuery(useApi().list("listProjects", {}));
  const org = organization.slug;
  const choices = projects.map(({ slug, name }) => ({
    id: slug,
    label: name,
    isCurrent: slug === project.slug,
    run: () => void navigate({ to: "/$org/$project", params: { org, project: slug } }),
  }));
  return (
    <Crumb kind="Project" choices={choices}>
      <Link to="/$org/$project" params={{ org, project: project.slug }}>
        {project.name}
      </Link>
    </Crumb>
  );
}

export function SpecsCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/specs" params={{ org, project }}>
        Specifications
      </Link>
    </Crumb>
  );
}

export function TryCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/try" params={{ org, project }}>
        Try
      </Link>
    </Crumb>
  );
}

export function FindingsCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/findings" params={{ org, project }}>
        Findings
      </Link>
    </Crumb>
  );
}

export function ScansCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/scans" params={{ org, project }}>
        Scans
      </Link>
    </Crumb>
  );
}

export function DeprecationsCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/deprecations" params={{ org, project }}>
        Deprecations
      </Link>
    </Crumb>
  );
}
