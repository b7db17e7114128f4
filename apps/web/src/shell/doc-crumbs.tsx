import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useApi, useProject } from "../api/scope.ts";
import { Crumb } from "../parts/crumb.tsx";

export function DocsCrumb() {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Crumb kind="Page">
      <Link to="/$org/$project/docs" params={{ org, project }}>
        Docs
      </Link>
    </Crumb>
  );
}

/** The documentation of the address, with its siblings. */
export function DocumentationCrumbs() {
  const { org = "", project = "", doc = "" } = useParams({ strict: false });
  const { documentations } = useDocumentations();
  const navigate = useNavigate();
  const choices = documentations.map(({ id, name }) => ({
    id,
    label: name,
    isCurrent: id === doc,
    run: () => void navigate({ to: "/$org/$project/docs/$doc", params: { org, project, doc: id } }),
  }));
  return (
    <Crumb kind="Documentation" choices={choices}>
      <Link to="/$org/$project/docs/$doc" params={{ org, project, doc }}>
        {documentations.find(({ id }) => id === doc)?.name ?? "…"}
      </Link>
    </Crumb>
  );
}

export function DocVersionCrumbs() {
  const { org = "", project = "", doc = "", version = "" } = useParams({ strict: false });
  const { documentations } = useDocumentations();
  const navigate = useNavigate();
  const versions = documentations.find(({ id }) => id === doc)?.versions ?? [];
  const to = "/$org/$project/docs/$doc/$version";
  const choices = versions.map(({ id, label, status }) => ({
    id,
    label,
    detail: status,
    isCurrent: id === version,
    run: () => void navigate({ to, params: { org, project, doc, version: id } }),
  }));
  return (
    <>
      <DocumentationCrumbs />
      <Crumb kind="Version" choices={choices}>
        <Link to={to} params={{ org, project, doc, version }}>
          {versions.find(({ id }) => id === version)?.label ?? "…"}
        </Link>
      </Crumb>
    </>
  );
}

function useDocumentations() {
  const { id: projectId } = useProject();
  const { data } = useQuery(useApi().query("listDocumentations", { projectId }));
  return { documentations: data?.documentations ?? [] };
}
