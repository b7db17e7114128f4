import { useQueries, useQuery } from "@tanstack/react-query";
import { useApi, useProject } from "../../api/scope.ts";

/** A version of a specification of the project, as a document to scan. */
export interface VersionChoice {
  readonly specId: string;
  readonly versionId: string;
  readonly name: string;
}

export function useSpecVersions(): {
  readonly versions: readonly VersionChoice[];
  readonly isLoading: boolean;
} {
  const api = useApi();
  const { id: projectId } = useProject();
  const { data: specs = [], isLoading } = useQuery(api.list("listSpecs", { projectId }));
  return useQueries({
    queries: specs.map(({ id }) => api.list("listSpecVersions", { projectId, specId: id })),
    combine: (read) => ({
      isLoading: isLoading || read.some((one) => one.isLoading),
      versions: specs.flatMap(({ id, name }, at) =>
        (read[at]?.data ?? []).map((version) => ({
          specId: id,
          versionId: version.id,
          name: `${name} ${version.version}`,
        })),
      ),
    }),
  });
}
