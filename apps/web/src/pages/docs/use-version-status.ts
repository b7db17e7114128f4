import { useMutation } from "@tanstack/react-query";
import type { Input } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { useDocPlace, useRefreshDocs } from "./use-doc.ts";

type Status = Input<"changeDocVersionStatus">["status"];

/** Moves the version of the address on, and reads again what shows it. */
export function useVersionStatus() {
  const api = useApi();
  const { place } = useDocPlace();
  const refresh = useRefreshDocs();
  return useMutation({
    mutationFn: (status: Status) => api.call("changeDocVersionStatus", { ...place, status }),
    onSuccess: () => refresh("listDocumentations", "getDocumentation", "getDocVersion"),
  });
}
