import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "../../../api/scope.ts";
import { useRows } from "../../../api/use-rows.ts";
import { Button } from "../../../parts/button.tsx";
import { downloadFile } from "../../../parts/download-file.ts";
import { FilterBox } from "../../../parts/filter-box.tsx";
import { setTerm } from "../../../parts/filter-terms.ts";
import { Menu } from "../../../parts/menu.tsx";
import { Page } from "../../../parts/page.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { Table } from "../../../parts/table.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import styles from "../settings.module.css";
import { useListSearch } from "../use-list-search.ts";
import { auditColumns } from "./audit-columns.tsx";
import { auditCategories, readAuditFilter, type AuditFilter } from "./audit-filter.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { RetentionPanel } from "./retention-panel.tsx";

const formats = [
  { id: "csv", label: "CSV" },
  { id: "json", label: "JSON, with details" },
  { id: "ndjson", label: "A line of JSON for each, with details" },
] as const;

/** What was done in the organization, newest first. The server filters and pages. */
export function AuditPage() {
  const { filter, open, onFilter, onOpen } = useListSearch();
  const [text, setText] = useState(filter);
  const asked = readAuditFilter(filter);
  const entries = useRows("listAuditEntries", asked);
  const apply = (next: string) => {
    setText(next);
    onFilter(next);
  };
  return (
    <Page
      title="Audit log"
      note={entries.data?.count}
      actions={
        <>
          <Button onPress={() => onOpen("retention")}>Retention</Button>
          <ExportMenu filter={asked} />
        </>
      }
    >
      <div className={styles["filters"]}>
        <FilterBox
          label="Filter: actor: event: target: from: to:"
          text={text}
          onChange={(next) => (next === "" ? apply("") : setText(next))}
          onEnter={() => onFilter(text)}
        />
        <Select
          label="Category"
          isBare
          value={asked.category ?? ""}
          choices={[
            { value: "" as const, name: "Every category" },
            ...auditCategories.map((value) => ({ value, name: value })),
          ]}
          onChange={(category) =>
            apply(setTerm(text, "category", category === "" ? null : category))
          }
        />
      </div>
      <QueryView query={entries}>
        {(rows) =>
          rows.count === 0 ? (
            <Empty text={filter === "" ? "No entries yet." : `No entry matches “${filter}”.`}>
              {filter !== "" && <Button onPress={() => apply("")}>Clear filter</Button>}
            </Empty>
          ) : (
            <Table
              label="Audit log"
              columns={auditColumns}
              rows={rows}
              keyOf={({ sequence }) => String(sequence)}
              onPeek={({ sequence }) => onOpen(String(sequence))}
            />
          )
        }
      </QueryView>
      {open === "retention" && <RetentionPanel onClose={() => onOpen(undefined)} />}
      {open !== undefined && open !== "retention" && (
        <EntryPanel sequence={open} rows={entries.data} onClose={() => onOpen(undefined)} />
      )}
    </Page>
  );
}

function ExportMenu({ filter }: { readonly filter: AuditFilter }) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async (format: (typeof formats)[number]["id"]) =>
      downloadFile(await api.call("exportAuditLog", { ...filter, format }), `audit-log.${format}`),
  });
  return (
    <>
      <Refusal error={save.error} />
      <Menu
        label="Export as"
        trigger={<Button>{save.isPending ? "Exporting …" : "Export"}</Button>}
        choices={formats.map(({ id, label }) => ({ id, label, run: () => save.mutate(id) }))}
      />
    </>
  );
}
