import type { StoredFound } from "./search.store.ts";

/** Where the web app shows it, after the address of the organization. */
export function pathOf({ kind, id, projectSlug, ownerId, versionId }: StoredFound): string {
  const project = `/${projectSlug}`;
  switch (kind) {
    case "project":
      return project;
    case "spec":
      return `${project}/specs/${id}/${versionId}`;
    case "endpoint":
      return `${project}/specs/${ownerId}/${versionId}/endpoints/${id}`;
    case "component":
      return `${project}/specs/${ownerId}/${versionId}/components/${id}`;
    case "suite":
      return `${project}/suites/${id}`;
    case "docPage":
      return `${project}/docs/${ownerId}/${versionId}/pages/${id}`;
    case "finding":
  }
  return `${project}/findings/${id}`;
}
