import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi, useCan, useProject } from "../../api/scope.ts";

const route = getRouteApi("/$org/$project/docs/$doc/$version");

/** The ids that every operation in the version of the address needs. */
export function useDocPlace() {
  const { org, project, doc, version } = route.useParams();
  const { id: projectId } = useProject();
  return {
    params: { org, project, doc, version },
    place: { projectId, docId: doc, versionId: version },
  };
}

export function useDocTree() {
  const { place } = useDocPlace();
  return useQuery(useApi().query("getDocTree", place));
}

export function useDocVersion() {
  const { place } = useDocPlace();
  return useQuery(useApi().query("getDocVersion", place));
}

/** Reads the list of documentations, the version and its tree again. */
export function useRefreshDocs() {
  const { organization } = useApi();
  const client = useQueryClient();
  return async (...names: string[]) => {
    await Promise.all(
      names.map((name) => client.invalidateQueries({ queryKey: [organization, name] })),
    );
  };
}

/** Why the version cannot be edited: a role never allows it, or its state forbids it; null if it can. */
export function useDocLock(): "role" | "state" | null {
  const canWrite = useCan("docs:write");
  const { data } = useDocVersion();
  if (!canWrite) return "role";
  return data?.status === "published" || data?.status === "archived" ? "state" : null;
}
