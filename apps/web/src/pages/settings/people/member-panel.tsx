import { useState } from "react";
import { compareRoles } from "@lintel/contract/words/permissions";
import { useApi, useMay, useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { Section } from "../../../parts/page.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { Select } from "../../../parts/select.tsx";
import { Time } from "../../../parts/time.tsx";
import { LockoutDialog } from "../lockout-dialog.tsx";
import { nameRole, rolesUpTo } from "../roles.ts";
import styles from "../settings.module.css";
import type { Member } from "./member.types.ts";
import { ProjectRoles } from "./project-roles.tsx";
import { RemoveMember } from "./remove-member.tsx";

export interface MemberPanelProps {
  readonly member: Member;
  readonly members: readonly Member[];
  readonly onClose: () => void;
}

/** A member with the roles, which take effect from the next call on. */
export function MemberPanel({ member, members, onClose }: MemberPanelProps) {
  const { organization } = useOrganization();
  const [isRemoving, setIsRemoving] = useState(false);
  const mayManage = useMay("org:manage-members");
  const mayChange = mayManage && compareRoles(member.role, organization.role) <= 0;
  const { userId, rowVersion, role } = member;
  const update = useChange(useApi(), "updateMember", ["listMembers", "getMember"]);
  return (
    <Panel title={member.name} onClose={onClose}>
      <div className={styles["stack"]}>
        <Properties
          items={[
            { name: "E-mail", value: member.email },
            { name: "Role", value: mayChange ? null : nameRole(role) },
            { name: "Member since", value: <Time at={member.createdAt} /> },
          ]}
        />
        {mayChange && (
          <Select
            label="Role in the organization"
            value={role}
            choices={rolesUpTo(organization.role)}
            isDisabled={update.isPending}
            onChange={(next) => update.mutate({ userId, role: next, rowVersion })}
          />
        )}
        <LockoutDialog change={update} action="Change role" />
        <Section title="Roles in projects">
          <ProjectRoles member={member} />
        </Section>
        {mayChange && (
          <div>
            <Button
              kind="danger"
              reason={lastOwnerReason(member, members)}
              onPress={() => setIsRemoving(true)}
            >
              Remove member
            </Button>
          </div>
        )}
      </div>
      {isRemoving && (
        <RemoveMember
          member={member}
          members={members}
          onRemoved={onClose}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Panel>
  );
}

/** Why a member stays; null: the member can be removed. */
function lastOwnerReason({ role }: Member, members: readonly Member[]): string | null {
  const owners = members.filter((one) => one.role === "owner").length;
  return role === "owner" && owners === 1
    ? "The organization has no other owner. Make another person an owner first."
    : null;
}
