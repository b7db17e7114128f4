import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useApi } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RowActions } from "../../parts/row-actions.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { LockNote } from "../../design/lock-note.tsx";
import { useEditLock, useTree, useVersionPlace } from "../../design/use-version.ts";
import { TagPanel } from "./tag-panel.tsx";
import type { Tag } from "./tag.types.ts";

const route = getRouteApi("/$org/$project/specs/$spec/$version/tags");

/** The tags that a version describes, in the order of the reference. */
export function TagsPage() {
  const { open } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/specs/$spec/$version/tags" });
  const { place } = useVersionPlace();
  const lock = useEditLock();
  const api = useApi();
  const tags = useQuery(api.list("listTags", place));
  const { data: tree } = useTree();
  const reorder = useChange(api, "reorderTags", ["listTags", "getVersionTree"]);
  const show = (id: string | undefined) => void navigate({ search: { open: id } });
  useShortcut(lock === null ? "c" : null, "Create tag", () => show("new"));
  const all = tags.data ?? [];
  const raise = (id: string) => {
    const ids = all.map((tag) => tag.id);
    const at = ids.indexOf(id);
    if (at > 0) ids.splice(at - 1, 2, id, ids[at - 1] ?? id);
    reorder.mutate({ ...place, ids });
  };
  const countOf = (name: string) => tree?.tags.find((tag) => tag.name === name)?.endpointCount ?? 0;
  const order: Column<Tag> = {
    name: "Order",
    width: "100px",
    cell: ({ id, name }) =>
      id !== all[0]?.id && (
        <RowActions>
          <Button
            kind="quiet"
            aria-label={`Move ${name} up`}
            isDisabled={reorder.isPending}
            onPress={() => raise(id)}
          >
            Move up
          </Button>
        </RowActions>
      ),
  };
  const columns: readonly Column<Tag>[] = [
    { name: "Tag", cell: ({ id, name }) => <TagLink id={id} name={name} /> },
    { name: "About", isMinor: true, cell: ({ summary, description }) => summary ?? description },
    { name: "In", width: "140px", isMinor: true, cell: ({ parent }) => parent },
    { name: "Endpoints", width: "90px", kind: "number", cell: ({ name }) => countOf(name) },
    ...(lock === null ? [order] : []),
  ];
  const shown = all.find(({ id }) => id === open);
  const close = () => show(undefined);
  return (
    <Page
      title="Tags"
      note={lock === null ? tags.data?.length : <LockNote lock={lock} />}
      actions={
        lock === null && (
          <Button kind="primary" onPress={() => show("new")}>
            Create tag
          </Button>
        )
      }
    >
      <Refusal error={reorder.error} />
      <QueryView query={tags}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty text="No tags are described yet. Endpoints may have tags that are not in this list." />
          ) : (
            <Table
              label="Tags"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              onPeek={({ id }) => show(id)}
            />
          )
        }
      </QueryView>
      {open === "new" && lock === null && <TagPanel tag={null} tags={all} onClose={close} />}
      {shown !== undefined && <TagPanel key={shown.id} tag={shown} tags={all} onClose={close} />}
    </Page>
  );
}

function TagLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { params } = useVersionPlace();
  return (
    <Link to="/$org/$project/specs/$spec/$version/tags" params={params} search={{ open: id }}>
      {name}
    </Link>
  );
}
