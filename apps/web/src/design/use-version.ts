import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi, useCan, useProject } from "../api/scope.ts";

const route = getRouteApi("/$org/$project/specs/$spec/$version");

/** The ids that every operation in the version of the address needs. */
export function useVersionPlace() {
  const { org, project, spec, version } = route.useParams();
  const { id: projectId } = useProject();
  return {
    params: { org, project, spec, version },
    place: { projectId, specId: spec, versionId: version },
  };
}

export function useTree() {
  const { place } = useVersionPlace();
  return useQuery(useApi().query("getVersionTree", place));
}

export function useVersion() {
  const { place } = useVersionPlace();
  return useQuery(useApi().query("getSpecVersion", place));
}

/** Why the version cannot be edited: a role never allows it, or its state forbids it; null if it can. */
export type EditLock = "role" | "published" | null;

export function useEditLock(): EditLock {
  const canWrite = useCan("specs:write");
  const { data } = useVersion();
  if (!canWrite) return "role";
  return data?.status === "published" ? "published" : null;
}
