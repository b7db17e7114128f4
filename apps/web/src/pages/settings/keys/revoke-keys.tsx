import { useMutation } from "@tanstack/react-query";
import { queryClient } from "../../../api/query-client.ts";
import { useApi } from "../../../api/scope.ts";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import type { ApiKey } from "./key-columns.tsx";

export interface RevokeKeysProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

/** Revokes one key or several, in turn. Of those that remain after a refusal, the dialog says why. */
export function RevokeKeys({ keys, onRevoked, onClose }: RevokeKeysProps) {
  const api = useApi();
  const revoke = useMutation({
    mutationFn: async () => {
      for (const { id } of keys) await api.call("revokeApiKey", { id });
    },
    onSuccess: onRevoked,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.organization, "listApiKeys"] }),
  });
  const [first] = keys;
  const what = keys.length === 1 ? `“${first?.name ?? ""}”` : `${keys.length} keys`;
  return (
    <ConfirmDialog
      title={`Revoke ${what}?`}
      action={keys.length === 1 ? "Revoke key" : `Revoke ${keys.length} keys`}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        Calls with {keys.length === 1 ? "it" : "them"} are refused at once. A revoked key stays
        revoked.
      </p>
    </ConfirmDialog>
  );
}
