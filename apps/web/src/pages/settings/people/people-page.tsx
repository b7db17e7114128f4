import { useQuery } from "@tanstack/react-query";
import { useApi, useMay, useOrganization } from "../../../api/scope.ts";
import { useShortcut } from "../../../keys/shortcuts.ts";
import { Button } from "../../../parts/button.tsx";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import { Page } from "../../../parts/page.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { OpenLink } from "../open-link.tsx";
import { nameRole } from "../roles.ts";
import { useListSearch } from "../use-list-search.ts";
import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberPanel } from "./member-panel.tsx";
import type { Member } from "./member.types.ts";

/** The members of the organization, and who is invited. */
export function PeoplePage() {
  const { filter, open, onFilter, onOpen } = useListSearch();
  const mayManage = useMay("org:manage-members");
  const members = useQuery(useApi().list("listMembers", {}));
  const shown = members.data?.find(({ userId }) => userId === open);
  useShortcut(mayManage ? "c" : null, "Invite a person", () => onOpen("new"));
  const invite = mayManage && (
    <Button kind="primary" onPress={() => onOpen("new")}>
      Invite person
    </Button>
  );
  return (
    <Page title="People" note={mayManage ? members.data?.length : "View only"} actions={invite}>
      <FilteredList
        label="People"
        query={members}
        columns={columns}
        keyOf={({ userId }) => userId}
        fields={fields}
        filter={filter}
        onFilter={onFilter}
        empty="No people yet."
        onPeek={({ userId }) => onOpen(userId)}
      />
      {mayManage && <InvitationList />}
      {mayManage && open === "new" && <InviteDialog onClose={() => onOpen(undefined)} />}
      {shown !== undefined && (
        <MemberPanel
          key={shown.userId}
          member={shown}
          members={members.data ?? []}
          onClose={() => onOpen(undefined)}
        />
      )}
    </Page>
  );
}

const fields = {
  name: ({ name }: Member) => name,
  email: ({ email }: Member) => email,
  role: ({ role }: Member) => role,
  since: ({ createdAt }: Member) => createdAt,
};

const columns: readonly Column<Member>[] = [
  { name: "Name", sort: "name", cell: (member) => <MemberLink member={member} /> },
  { name: "E-mail", sort: "email", isMinor: true, cell: ({ email }) => email },
  { name: "Role", sort: "role", width: "110px", cell: ({ role }) => nameRole(role) },
  {
    name: "In projects",
    width: "120px",
    isMinor: true,
    cell: ({ projectRoles }) =>
      projectRoles.length === 0 ? "As here" : `${projectRoles.length} differ`,
  },
  {
    name: "Since",
    sort: "since",
    width: "110px",
    isMinor: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function MemberLink({ member: { userId, name } }: { readonly member: Member }) {
  const { session } = useOrganization();
  return (
    <OpenLink id={userId}>
      {name}
      {userId === session.user.id && " (you)"}
    </OpenLink>
  );
}
