import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import { useVersionPlace } from "../../design/use-version.ts";

/** The two documents of a comparison; undefined until they are read. */
export function useDocuments(baseline: string) {
  const before = useDocument(baseline);
  const after = useDocument(useVersionPlace().place.versionId);
  return {
    before: before.data,
    after: after.data,
    error: before.error ?? after.error,
    retry: () => void Promise.all([before.refetch(), after.refetch()]),
  };
}

function useDocument(versionId: string) {
  const { place } = useVersionPlace();
  return useQuery({
    ...useApi().query("exportSpec", { ...place, versionId, format: "json" }),
    select: readDocument,
  });
}

const readDocument = ({ text }: { readonly text: string }): unknown => JSON.parse(text);
