import { useQuery } from "@tanstack/react-query";
import type { Role } from "@lintel/contract/words/permissions";
import type { Item } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { Section } from "../../../parts/page.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import { nameRole } from "../roles.ts";
import styles from "../settings.module.css";

type Preview = Item<"previewRoles">;

const outcomes: Readonly<Record<Preview["outcome"], string>> = {
  changed: "Changes",
  unchanged: "Stays",
  unmapped: "No mapping",
  lastOwner: "Stays: the last owner",
  breakGlass: "Stays: break-glass owner",
  setByHand: "Stays: set by hand",
};

const highest = 1_000_000;

export interface RolePreviewListProps {
  /** A mapping to try above the present ones; absent: the present ones alone. */
  readonly tried?: { readonly groupName: string; readonly role: Role };
}

/** Which role each member gets by which rule. Nothing is changed. */
export function RolePreviewList({ tried }: RolePreviewListProps) {
  const api = useApi();
  const { data: present } = useQuery({
    ...api.query("listGroupMappings", {}),
    select: ({ items }) => items,
  });
  const mappings = tried &&
    present && [
      ...present.map(({ groupName, role, priority }) => ({ groupName, role, priority })),
      { ...tried, priority: highest },
    ];
  const preview = useQuery({
    ...api.list("previewRoles", mappings === undefined ? {} : { mappings }),
    enabled: tried === undefined || mappings !== undefined,
  });
  return (
    <div className={styles["below"]}>
      <Section title={tried === undefined ? "Roles by these mappings" : "What would change"}>
        <QueryView query={preview}>
          {(all) => {
            const rows =
              tried === undefined ? all : all.filter(({ outcome }) => outcome === "changed");
            return rows.length === 0 ? (
              <Empty
                text={tried === undefined ? "No members." : "No member's role would change now."}
              />
            ) : (
              <Table
                label="Preview of roles"
                columns={columns}
                rows={rows}
                keyOf={({ userId }) => userId}
              />
            );
          }}
        </QueryView>
      </Section>
    </div>
  );
}

const columns: readonly Column<Preview>[] = [
  { name: "Member", cell: ({ name, email }) => <span title={email}>{name}</span> },
  {
    name: "Role",
    cell: ({ role, roleAfter }) =>
      role === roleAfter ? nameRole(role) : `${nameRole(role)} → ${nameRole(roleAfter)}`,
  },
  {
    name: "By",
    isMinor: true,
    cell: ({ matchedGroup, fallbackUsed }) =>
      matchedGroup ?? (fallbackUsed ? "Fallback role" : "–"),
  },
  { name: "Outcome", isMinor: true, cell: ({ outcome }) => outcomes[outcome] },
];
