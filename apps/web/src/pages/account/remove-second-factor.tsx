import { useState } from "react";
import { ownApi } from "../../api/api.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";

export function RemoveSecondFactor() {
  const [isAsked, setIsAsked] = useState(false);
  const remove = useChange(ownApi, "removeSecondFactor", ["getSecondFactor"]);
  const close = () => setIsAsked(false);
  return (
    <>
      <Button kind="danger" onPress={() => setIsAsked(true)}>
        Remove second factor
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Remove the second factor?"
          action="Remove second factor"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({}, { onSuccess: close })}
          onClose={close}
        >
          <p>A sign-in then needs the password alone. The recovery codes stop working.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
