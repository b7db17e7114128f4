import type { UseMutationResult } from "@tanstack/react-query";
import { codeOf, type Refusal as Refused } from "../../api/refusal.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";

interface Owner {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

interface MaybeConfirmed {
  readonly confirmLockout?: boolean;
}

export interface LockoutDialogProps<Given extends MaybeConfirmed, Answer> {
  readonly change: UseMutationResult<Answer, Error, Given>;
  /** Verb and noun. */
  readonly action: string;
  /** After the confirmed change. */
  readonly onDone?: () => void;
}

/** Names the owners whom a change would lock out, and makes it once that is confirmed. */
export function LockoutDialog<Given extends MaybeConfirmed, Answer>(
  props: LockoutDialogProps<Given, Answer>,
) {
  const { change, action, onDone } = props;
  const { error, variables } = change;
  if (!isLockout(error) || variables === undefined) return <Refusal error={error} />;
  const owners = (error.problem["owners"] ?? []) as readonly Owner[];
  return (
    <ConfirmDialog
      title="Owners would be locked out"
      action={action}
      isPending={change.isPending}
      error={null}
      onConfirm={() =>
        change.mutate({ ...variables, confirmLockout: true }, { onSuccess: () => onDone?.() })
      }
      onClose={change.reset}
    >
      <p>These owners have no way to sign in afterwards:</p>
      <ul aria-label="Owners who would be locked out">
        {owners.map(({ userId, name, email }) => (
          <li key={userId}>
            {name} ({email})
          </li>
        ))}
      </ul>
      <p>
        Make them break-glass owners first, or let them sign in through single sign-on once.
        Otherwise only the operator of the server can let them in again.
      </p>
    </ConfirmDialog>
  );
}

/** Whether a change was refused because owners would be locked out. */
function isLockout(error: Error | null): error is Refused {
  return codeOf(error) === "OWNER_LOCKOUT";
}
