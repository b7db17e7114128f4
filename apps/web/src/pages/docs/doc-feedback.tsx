import type { Item } from "../../api/api.ts";
import { useRows } from "../../api/use-rows.ts";
import { useProject } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";

type Answers = Item<"listDocFeedback">;

/** How many readers found each page helpful, the pages with the most answers first. */
export function DocFeedback({ docId }: { readonly docId: string }) {
  const { id: projectId } = useProject();
  const rows = useRows("listDocFeedback", { projectId, docId });
  return (
    <QueryView query={rows}>
      {(value) =>
        value.count === 0 ? (
          <Empty text="No answers yet. Readers answer at the end of each page of the portal." />
        ) : (
          <Table label="Feedback" columns={columns} rows={value} keyOf={({ path }) => path} />
        )
      }
    </QueryView>
  );
}

const columns: readonly Column<Answers>[] = [
  { name: "Page", cell: ({ path }) => (path === "" ? "Front page" : path) },
  { name: "Helpful", width: "100px", kind: "number", cell: ({ helpful }) => helpful },
  { name: "Not helpful", width: "120px", kind: "number", cell: ({ notHelpful }) => notHelpful },
  {
    name: "Share",
    width: "80px",
    kind: "number",
    cell: ({ helpful, notHelpful }) =>
      `${Math.round((100 * helpful) / Math.max(1, helpful + notHelpful))} %`,
  },
];
