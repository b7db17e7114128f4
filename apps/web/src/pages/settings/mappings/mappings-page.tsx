import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { compareRoles } from "@lintel/contract/words/permissions";
import type { Item } from "../../../api/api.ts";
import { useApi, useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { Page } from "../../../parts/page.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import { nameRole, rolesUpTo } from "../roles.ts";
import styles from "../settings.module.css";
import { useListSearch } from "../use-list-search.ts";
import { CreateMapping } from "./create-mapping.tsx";
import { RolePreviewList } from "./role-preview-list.tsx";
import { staleByMappings } from "./stale-by-mappings.ts";

type Mapping = Item<"listGroupMappings">;

/** Which groups of the identity provider give which role; the first one that fits decides. */
export function MappingsPage() {
  const { open, onOpen } = useListSearch();
  const api = useApi();
  const mappings = useQuery({
    ...api.query("listGroupMappings", {}),
    select: ({ items }) => items,
  });
  const reorder = useChange(api, "reorderGroupMappings", staleByMappings);
  const update = useChange(api, "updateGroupMapping", staleByMappings);
  const own = useOrganization().organization.role;
  const [deleted, setDeleted] = useState<Mapping | null>(null);
  const all = mappings.data ?? [];
  const raise = (id: string) => {
    const ids = all.map((one) => one.id);
    const at = ids.indexOf(id);
    if (at > 0) ids.splice(at - 1, 2, id, ids[at - 1] ?? id);
    reorder.mutate({ ids });
  };
  const columns: readonly Column<Mapping>[] = [
    { name: "Group", cell: ({ groupName }) => groupName },
    {
      name: "Role",
      width: "130px",
      cell: ({ id, groupName, role, rowVersion }) => (
        <Select
          label={`Role of ${groupName}`}
          isBare
          value={role}
          choices={rolesUpTo(compareRoles(role, own) > 0 ? role : own)}
          isDisabled={update.isPending || compareRoles(role, own) > 0}
          onChange={(next) => update.mutate({ mappingId: id, role: next, rowVersion })}
        />
      ),
    },
    {
      name: "Actions",
      width: "180px",
      cell: (mapping) => (
        <>
          {mapping !== all[0] && (
            <Button
              kind="quiet"
              aria-label={`Move ${mapping.groupName} up`}
              isDisabled={reorder.isPending}
              onPress={() => raise(mapping.id)}
            >
              Move up
            </Button>
          )}
          <Button
            kind="quiet"
            aria-label={`Delete mapping of ${mapping.groupName}`}
            onPress={() => setDeleted(mapping)}
          >
            Delete
          </Button>
        </>
      ),
    },
  ];
  return (
    <Page
      title="Group mappings"
      note={mappings.data?.length}
      actions={
        <Button kind="primary" onPress={() => onOpen("new")}>
          Map group
        </Button>
      }
    >
      <Refusal error={reorder.error ?? update.error} />
      <QueryView query={mappings}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty text="No mappings yet. Roles stay as people set them until the first group is mapped." />
          ) : (
            <Table label="Group mappings" columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </QueryView>
      <FallbackRole />
      <RolePreviewList />
      {open === "new" && <CreateMapping onClose={() => onOpen(undefined)} />}
      {deleted !== null && <DeleteMapping mapping={deleted} onClose={() => setDeleted(null)} />}
    </Page>
  );
}

function FallbackRole() {
  const api = useApi();
  const fallback = useQuery(api.query("getFallbackRole", {}));
  const set = useChange(api, "setFallbackRole", staleByMappings);
  return (
    <div className={`${styles["below"]} ${styles["narrow"]}`}>
      <QueryView query={fallback}>
        {({ role }) => (
          <Select
            label="Role of members who are in no mapped group"
            value={role}
            choices={(["viewer", "member", "admin"] as const).map((value) => ({
              value,
              name: nameRole(value),
            }))}
            onChange={(next) => set.mutate({ role: next })}
          />
        )}
      </QueryView>
      <Refusal error={set.error} />
    </div>
  );
}

interface DeleteMappingProps {
  readonly mapping: Mapping;
  readonly onClose: () => void;
}

function DeleteMapping({ mapping: { id, groupName }, onClose }: DeleteMappingProps) {
  const remove = useChange(useApi(), "deleteGroupMapping", staleByMappings);
  return (
    <ConfirmDialog
      title={`Delete the mapping of ${groupName}?`}
      action="Delete mapping"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ mappingId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The roles of its members are worked out again at once.</p>
    </ConfirmDialog>
  );
}
