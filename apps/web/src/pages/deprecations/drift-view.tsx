import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "../../api/api.ts";
import { useRows } from "../../api/use-rows.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { showForeignTitle } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Select } from "../../parts/select.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { DriftPanel } from "./drift-panel.tsx";
import styles from "./deprecation.module.css";

type Drift = Item<"listDrift">;
type Undocumented = Item<"listUndocumentedCalls">;

/** What gateways saw that the documents do not say: answers that differ, and calls that no version describes. */
export function DriftView() {
  const api = useApi();
  const projectId = useProject().id;
  const [environmentId, setEnvironmentId] = useState("");
  const [shown, setShown] = useState<Drift | null>(null);
  const { data: environments = [] } = useQuery(api.query("listEnvironments", { projectId }));
  const input = { projectId, ...(environmentId === "" ? {} : { environmentId }) };
  const drift = useRows("listDrift", input);
  const calls = useRows("listUndocumentedCalls", input);
  return (
    <>
      <div className={styles["bar"]}>
        <Select
          label="Environment"
          isBare
          value={environmentId}
          choices={[
            { value: "", name: "All environments" },
            ...environments.map(({ id, name }) => ({ value: id, name })),
          ]}
          onChange={setEnvironmentId}
        />
      </div>
      <Section title="Answers that differ from their document">
        <QueryView query={drift}>
          {(rows) =>
            rows.count === 0 ? (
              <Empty text="No drift in the last 7 days: no answer that a gateway sampled differs from its document. Without a gateway, nothing is sampled." />
            ) : (
              <Table label="Drift" columns={listColumns(setShown)} rows={rows} keyOf={keyOf} />
            )
          }
        </QueryView>
      </Section>
      <Section title="Undocumented calls">
        <QueryView query={calls}>
          {(rows) =>
            rows.count === 0 ? (
              <Empty text="No call in the last 7 days that no version describes." />
            ) : (
              <Table
                label="Undocumented calls"
                columns={callColumns}
                rows={rows}
                keyOf={({ environmentId: place, method, path }) => `${place} ${method} ${path}`}
              />
            )
          }
        </QueryView>
      </Section>
      {shown !== null && <DriftPanel drift={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const keyOf = ({ environmentId, versionId, operation }: Drift) =>
  `${environmentId} ${versionId} ${operation}`;

const listColumns = (open: (drift: Drift) => void): readonly Column<Drift>[] => [
  {
    name: "Operation",
    cell: (drift) => (
      <Button kind="quiet" onPress={() => open(drift)}>
        <code>{showForeignTitle(drift.operation)}</code>
      </Button>
    ),
  },
  {
    name: "Differences",
    width: "104px",
    kind: "number",
    isMinor: true,
    cell: ({ mismatches }) => mismatches.length.toLocaleString("en"),
  },
  {
    name: "Answers that differ",
    width: "160px",
    kind: "number",
    cell: ({ drifted, checked }) =>
      `${drifted.toLocaleString("en")} of ${checked.toLocaleString("en")}`,
  },
  {
    name: "Last sample",
    width: "104px",
    isMinor: true,
    cell: ({ lastCheckedAt }) => <Time at={lastCheckedAt} />,
  },
];

const callColumns: readonly Column<Undocumented>[] = [
  {
    name: "Undocumented call",
    cell: ({ method, path }) => <code>{showForeignTitle(`${method} ${path}`)}</code>,
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
