import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useApi, useProject } from "../api/scope.ts";
import { Crumb } from "../parts/crumb.tsx";

/** The specification and the version of the address. */
export function VersionCrumbs() {
  const { org = "", project = "", spec = "", version = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const api = useApi();
  const navigate = useNavigate();
  const { data: specs = [] } = useQuery(api.list("listSpecs", { projectId }));
  const { data: versions = [] } = useQuery(
    api.list("listSpecVersions", { projectId, specId: spec }),
  );
  const go = (specId: string, versionId: string) => () =>
    void navigate({
      to: "/$org/$project/specs/$spec/$version",
      params: { org, project, spec: specId, version: versionId },
    });
  const siblings = specs.map(({ id, name, newestVersionId }) => ({
    id,
    label: name,
    isCurrent: id === spec,
    run: go(id, newestVersionId ?? ""),
  }));
  const editions = versions.map(({ id, version: name, status }) => ({
    id,
    label: name,
    detail: status,
    isCurrent: id === version,
    run: go(spec, id),
  }));
  const here = versions.find(({ id }) => id === version);
  return (
    <>
      <Crumb kind="Specification" choices={siblings}>
        <Link to="/$org/$project/specs" params={{ org, project }}>
          {specs.find(({ id }) => id === spec)?.name ?? "…"}
        </Link>
      </Crumb>
      <Crumb kind="Version" choices={editions}>
        <Link to="/$org/$project/specs/$spec/$version" params={{ org, project, spec, version }}>
          {here?.version ?? "…"}
        </Link>
      </Crumb>
    </>
  );
}
