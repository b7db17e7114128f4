import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Item } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useRows } from "../../api/use-rows.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { downloadFile } from "../../parts/download-file.ts";
import { showForeignTitle } from "../../parts/foreign-text.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toast.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { ConsumerPanel } from "./consumer-panel.tsx";
import { ImportConsumers } from "./import-consumers.tsx";
import { useRefresh } from "./use-refresh.ts";
import styles from "./deprecation.module.css";

type Consumer = Item<"listConsumers">;

/** Who calls: names and owners of the credentials and claims that calls come with. */
export function ConsumersView() {
  const api = useApi();
  const project = useProject();
  const projectId = project.id;
  const canWrite = useCan("specs:write");
  const refresh = useRefresh("listConsumers", "listCallers");
  const consumers = useRows("listConsumers", { projectId });
  const [edited, setEdited] = useState<Consumer | "new" | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const remove = useMutation({
    mutationFn: (consumer: Consumer) =>
      api.call("deleteConsumer", { projectId, consumerId: consumer.id }),
    onSuccess: async (_, { name }) => {
      await refresh();
      showToast(`Consumer “${name}” deleted`);
    },
  });
  const save = async () => {
    try {
      downloadFile(
        await api.call("exportConsumers", { projectId }),
        `consumers-${project.slug}.csv`,
      );
    } catch (error) {
      showToast(describeError(error));
    }
  };
  const columns = listColumns(canWrite ? { edit: setEdited, remove: remove.mutate } : null);
  return (
    <>
      <div className={styles["bar"]}>
        {canWrite && <Button onPress={() => setEdited("new")}>Register consumer</Button>}
        {canWrite && <Button onPress={() => setIsImporting(true)}>Import CSV</Button>}
        <Button onPress={() => void save()}>
          <Download size={16} strokeWidth={1.5} aria-hidden />
          Export CSV
        </Button>
      </div>
      <Refusal error={remove.error} />
      <QueryView query={consumers}>
        {(rows) =>
          rows.count === 0 ? (
            <Empty text="No consumers yet. A registered consumer has a name and an owner in the list of callers." />
          ) : (
            <Table label="Consumers" columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </QueryView>
      {edited !== null && (
        <ConsumerPanel
          key={edited === "new" ? "new" : edited.id}
          consumer={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {isImporting && <ImportConsumers onClose={() => setIsImporting(false)} />}
    </>
  );
}

interface RowActions {
  readonly edit: (consumer: Consumer) => void;
  readonly remove: (consumer: Consumer) => void;
}

function listColumns(actions: RowActions | null): readonly Column<Consumer>[] {
  const columns: Column<Consumer>[] = [
    {
      name: "Consumer",
      cell: (consumer) =>
        actions === null ? (
          showForeignTitle(consumer.name)
        ) : (
          <Button kind="quiet" onPress={() => actions.edit(consumer)}>
            {showForeignTitle(consumer.name)}
          </Button>
        ),
    },
    {
      name: "Owner",
      width: "20%",
      isMinor: true,
      cell: ({ owner }) => showForeignTitle(owner ?? "–"),
    },
    {
      name: "Contacts",
      width: "24%",
      isMinor: true,
      cell: ({ contacts }) => showForeignTitle(contacts.join(", ")),
    },
    {
      name: "Claims",
      width: "14%",
      isMinor: true,
      cell: ({ claims }) => showForeignTitle(claims.join(", ")),
    },
    {
      name: "Credentials",
      width: "88px",
      kind: "number",
      isMinor: true,
      cell: ({ credentialCount }) => credentialCount,
    },
    { name: "Changed", width: "96px", isMinor: true, cell: (one) => <Time at={one.modifiedAt} /> },
  ];
  if (actions !== null)
    columns.push({
      name: "Actions",
      width: "64px",
      cell: (consumer) => (
        <IconButton
          label={`Delete consumer ${showForeignTitle(consumer.name)}`}
          onPress={() => actions.remove(consumer)}
        >
          <Trash2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      ),
    });
  return columns;
}
