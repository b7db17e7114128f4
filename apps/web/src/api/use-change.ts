import { useMutation } from "@tanstack/react-query";
import type { OperationName } from "@lintel/contract/catalog";
import type { Api, Input } from "./api.ts";
import { queryClient } from "./query-client.ts";

/**
 * A change by an operation. Afterwards, also when it was refused, the answers of other operations are read again.
 *
 * @param stale - the operations whose answers the change makes outdated
 */
export function useChange<Name extends OperationName>(
  api: Api,
  name: Name,
  stale: readonly OperationName[],
) {
  return useMutation({
    mutationFn: (input: Input<Name>) => api.call(name, input),
    onSettled: () =>
      Promise.all(
        stale.map((each) => queryClient.invalidateQueries({ queryKey: [api.organization, each] })),
      ),
  });
}
