import { useState, type FormEvent } from "react";
import type { Role } from "@lintel/contract/words/permissions";
import { useApi, useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { Dialog, DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { rolesUpTo } from "../roles.ts";

/** Invites a person; without a mail server it then shows the link to send. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { organization } = useOrganization();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const invite = useChange(useApi(), "inviteMember", ["listInvitations"]);
  if (invite.data !== undefined)
    return <Invited email={invite.data.email} link={invite.data.link} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ email: email.trim(), role });
  };
  return (
    <Dialog title="Invite person" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField label="E-mail" type="email" value={email} onChange={setEmail} autoFocus />
        <Select
          label="Role"
          value={role}
          choices={rolesUpTo(organization.role)}
          onChange={setRole}
        />
        <Refusal error={invite.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={email.trim() === "" || invite.isPending}>
            Invite person
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface InvitedProps {
  readonly email: string;
  readonly link: string | null;
  readonly onClose: () => void;
}

function Invited({ email, link, onClose }: InvitedProps) {
  return (
    <Dialog title="Invitation created" isOpen onClose={onClose}>
      {link === null ? (
        <p>The invitation was mailed to {email}. It is valid for 7 days.</p>
      ) : (
        <>
          <p>
            This server sends no mail. Send the link to {email} yourself: it is valid for 7 days and
            not shown again.
          </p>
          <CopyField label="Link" value={link} />
        </>
      )}
      <DialogButtons>
        <Button kind="primary" onPress={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
