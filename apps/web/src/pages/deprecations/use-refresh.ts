import { useQueryClient } from "@tanstack/react-query";
import type { OperationName } from "@lintel/contract/catalog";
import { useApi } from "../../api/scope.ts";

/** Reads answers of operations again, once something of them has changed here. */
export function useRefresh(...names: readonly OperationName[]): () => Promise<void> {
  const api = useApi();
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [place, name] }) =>
        place === api.organization && names.some((one) => one === name),
    });
}
