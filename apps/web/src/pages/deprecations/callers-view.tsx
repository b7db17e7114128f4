import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { Item } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useRows } from "../../api/use-rows.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { downloadFile } from "../../parts/download-file.ts";
import { showForeignTitle } from "../../parts/foreign-text.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Select } from "../../parts/select.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toast.tsx";
import { Empty } from "../../parts/view-state.tsx";
import styles from "./deprecation.module.css";

type Caller = Item<"listCallers">;

const periods = [
  { value: "7", name: "7 days" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "365 days" },
] as const;

export interface CallersViewProps {
  /** Only callers of what this plan is about. */
  readonly planId?: string;
}

/** Which consumers called which operations, the latest first. */
export function CallersView({ planId }: CallersViewProps) {
  const api = useApi();
  const project = useProject();
  const projectId = project.id;
  const [days, setDays] = useState<(typeof periods)[number]["value"]>("30");
  const [specId, setSpecId] = useState("");
  const { data: specs = [] } = useQuery(api.list("listSpecs", { projectId }));
  const input = {
    projectId,
    daysBack: Number(days),
    ...(planId === undefined ? {} : { planId }),
    ...(specId === "" ? {} : { specId }),
  };
  const callers = useRows("listCallers", input);
  const save = async () => {
    try {
      downloadFile(await api.call("exportCallers", input), `callers-${project.slug}.csv`);
    } catch (error) {
      showToast(describeError(error));
    }
  };
  return (
    <>
      <div className={styles["bar"]}>
        <Select label="Period" isBare value={days} choices={periods} onChange={setDays} />
        {planId === undefined && (
          <Select
            label="Specification"
            isBare
            value={specId}
            choices={[
              { value: "", name: "All specifications" },
              ...specs.map(({ id, name }) => ({ value: id, name })),
            ]}
            onChange={setSpecId}
          />
        )}
        <Button onPress={() => void save()}>
          <Download size={16} strokeWidth={1.5} aria-hidden />
          Export CSV
        </Button>
      </div>
      <QueryView query={callers}>
        {(rows) =>
          rows.count === 0 ? (
            <Empty text="No calls were counted in this period. Gateways, imports and reports count them." />
          ) : (
            <Table label="Callers" columns={columns} rows={rows} keyOf={keyOf} />
          )
        }
      </QueryView>
    </>
  );
}

const keyOf = ({ specId, operation, consumer }: Caller) => `${specId} ${operation} ${consumer}`;

const columns: readonly Column<Caller>[] = [
  {
    name: "Consumer",
    cell: ({ name, consumer }) => (
      <bdi title={consumer}>{showForeignTitle(name ?? shortDigest(consumer))}</bdi>
    ),
  },
  {
    name: "Owner",
    width: "22%",
    isMinor: true,
    cell: ({ owner, contacts }) => showForeignTitle([owner ?? "", ...contacts].join(" ").trim()),
  },
  {
    name: "Operation",
    width: "30%",
    isMinor: true,
    cell: ({ operation }) => <code>{showForeignTitle(operation)}</code>,
  },
  {
    name: "Calls",
    width: "88px",
    kind: "number",
    cell: ({ requests }) => requests.toLocaleString("en"),
  },
  {
    name: "Last call",
    width: "104px",
    isMinor: true,
    cell: ({ lastCalledAt }) => <Time at={lastCalledAt} />,
  },
];

const shownDigits = 12;

const shortDigest = (consumer: string): string =>
  consumer === "anonymous" ? "Anonymous" : `Not registered: ${consumer.slice(0, shownDigits)}`;
