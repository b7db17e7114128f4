import { useState } from "react";
import { roleAllows } from "@lintel/contract/words/permissions";
import { codeOf } from "../../../api/refusal.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { Select } from "../../../parts/select.tsx";
import { LockoutDialog } from "../lockout-dialog.tsx";
import type { Member } from "./member.types.ts";

export interface RemoveMemberProps {
  readonly member: Member;
  readonly members: readonly Member[];
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Ends a membership; another member takes over what only this one manages. */
export function RemoveMember({ member, members, onRemoved, onClose }: RemoveMemberProps) {
  const [transferTo, setTransferTo] = useState("");
  const remove = useChange(useApi(), "removeMember", ["listMembers", "listApiKeys"]);
  const { userId, name } = member;
  const heirs = members.filter(
    (one) => one.userId !== userId && roleAllows(one.role, "projects:manage"),
  );
  const confirm = () =>
    remove.mutate(
      { userId, ...(transferTo === "" ? {} : { transferTo }) },
      { onSuccess: onRemoved },
    );
  if (codeOf(remove.error) === "OWNER_LOCKOUT")
    return <LockoutDialog change={remove} action="Remove member" onDone={onRemoved} />;
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove member"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Removing ends the membership, and revokes the keys and clients of {name} in this
        organization.
      </p>
      <Select
        label={`Projects that only ${name} manages go to`}
        value={transferTo}
        choices={[
          { value: "", name: "The longest-serving owner" },
          ...heirs.map((one) => ({ value: one.userId, name: one.name })),
        ]}
        onChange={setTransferTo}
      />
    </ConfirmDialog>
  );
}
