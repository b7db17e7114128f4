import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useApi, useProject } from "../api/scope.ts";
import { Crumb } from "../parts/crumb.tsx";

export function SuitesCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/suites" params={{ org, project }}>
        Suites
      </Link>
    </Crumb>
  );
}

/** The suites, and the one of the address. */
export function SuiteCrumbs() {
  const { org = "", project = "", suite = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const { data: suites = [] } = useQuery(useApi().list("listSuites", { projectId }));
  const navigate = useNavigate();
  const to = "/$org/$project/suites/$suite";
  const choices = suites.map(({ id, name, folder }) => ({
    id,
    label: name,
    detail: folder,
    isCurrent: id === suite,
    run: () => void navigate({ to, params: { org, project, suite: id } }),
  }));
  return (
    <>
      <SuitesCrumb />
      <Crumb kind="Suite" choices={choices}>
        <Link to={to} params={{ org, project, suite }}>
          {suites.find(({ id }) => id === suite)?.name ?? "…"}
        </Link>
      </Crumb>
    </>
  );
}

export function RunsCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/runs" params={{ org, project }}>
        Runs
      </Link>
    </Crumb>
  );
}

export function EnvironmentsCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/environments" params={{ org, project }}>
        Environments
      </Link>
    </Crumb>
  );
}

export function EnvironmentCrumbs() {
  const { org = "", project = "", environment = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const { data: environments = [] } = useQuery(useApi().query("listEnvironments", { projectId }));
  const navigate = useNavigate();
  const to = "/$org/$project/environments/$environment";
  const choices = environments.map(({ id, name }) => ({
    id,
    label: name,
    isCurrent: id === environment,
    run: () => void navigate({ to, params: { org, project, environment: id } }),
  }));
  return (
    <>
      <EnvironmentsCrumb />
      <Crumb kind="Environment" choices={choices}>
        <Link to={to} params={{ org, project, environment }}>
          {environments.find(({ id }) => id === environment)?.name ?? "…"}
        </Link>
      </Crumb>
    </>
  );
}
