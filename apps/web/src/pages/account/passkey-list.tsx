import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownApi } from "../../api/api.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import type { Passkey, PasskeyDialogProps } from "./passkey.types.ts";
import { RenamePasskey } from "./rename-passkey.tsx";
import styles from "./account-frame.module.css";

/** The passkeys of the person, and a form for another one. */
export function PasskeyList() {
  const passkeys = useQuery(ownApi.list("listPasskeys", {}));
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  return (
    <div className="form">
      <p className={styles["hint"]}>
        A passkey signs you in with the lock of your device or a security key, without a password.
      </p>
      <QueryView query={passkeys}>
        {(all) => (
          <ul className={styles["items"]}>
            {all.map((passkey) => (
              <li key={passkey.id}>
                <span className={styles["grow"]}>
                  {passkey.name}{" "}
                  <span className={styles["hint"]}>
                    {passkey.lastUsedAt === null ? (
                      "not used yet"
                    ) : (
                      <>
                        last used <Time at={passkey.lastUsedAt} />
                      </>
                    )}
                  </span>
                </span>
                <Button
                  kind="quiet"
                  aria-label={`Rename ${passkey.name}`}
                  onPress={() => setRenamed(passkey)}
                >
                  Rename
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`Remove ${passkey.name}`}
                  onPress={() => setRemoved(passkey)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <AddPasskey />
      {renamed !== null && <RenamePasskey passkey={renamed} onClose={() => setRenamed(null)} />}
      {removed !== null && <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const remove = useChange(ownApi, "removePasskey", ["listPasskeys"]);
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove passkey"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>You can no longer sign in with it. Delete it on the device as well.</p>
    </ConfirmDialog>
  );
}
