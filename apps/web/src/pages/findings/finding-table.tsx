import { usualFilter } from "./finding-filter.ts";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { FindingStatus } from "@lintel/contract/words/security";
import type { Input } from "../../api/api.ts";
import { useRows } from "../../api/use-rows.ts";
import { useCan, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { showForeignTitle } from "../../parts/foreign-text.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column, type Sort } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import type { FindingQuery } from "./finding-filter.ts";
import { placeOf } from "./finding-place.ts";
import { shownColumns } from "../views/hidden-columns.ts";
import { FindingPanel } from "./finding-panel.tsx";
import { TriageList } from "./triage-list.tsx";
import { useKeptRows, withKept, type ShownFinding } from "./use-kept-rows.ts";
import styles from "./finding.module.css";

type Finding = ShownFinding;

export interface FindingTableProps {
  /** What the filter box says. */
  readonly text: string;
  readonly query: FindingQuery;
  /** The columns that are not shown. */
  readonly hide: string | undefined;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly onClear: () => void;
}

type SortBy = NonNullable<Input<"listFindings">["sortBy"]>;

export function FindingTable({ text, query, hide, sort, onSort, onClear }: FindingTableProps) {
  const { id: projectId } = useProject();
  const canTriage = useCan("security:execute");
  const sortBy = `${sort.isDescending ? "-" : ""}${sort.key}` as SortBy;
  const list = useRows("listFindings", { projectId, ...query, sortBy });
  const asked = JSON.stringify(query);
  const [picked, setPicked] = useState<{ asked: string; keys: ReadonlySet<string> }>({
    asked,
    keys: new Set(),
  });
  // Other filters show other rows: what was selected among the last ones is not selected here.
  const keys = picked.asked === asked ? picked.keys : noKeys;
  const [peeked, setPeeked] = useState<string | null>(null);
  const kept = useKeptRows(`${asked} ${sortBy}`);
  return (
    <QueryView query={list}>
      {(found) => {
        const rows = withKept(found, kept.rows);
        if (rows.count === 0) return <NoFindings text={text} onClear={onClear} />;
        const selection = {
          keys,
          onChange: (next: ReadonlySet<string>) => setPicked({ asked, keys: next }),
        };
        return (
          <>
            <Table
              label="Findings"
              columns={shownColumns(findingColumns, hide)}
              rows={rows}
              keyOf={({ id }) => id}
              sort={sort}
              onSort={onSort}
              onPeek={({ id }) => setPeeked(id === peeked ? null : id)}
              {...(canTriage ? { selection } : {})}
            />
            {canTriage && (
              <TriageList
                rows={rows}
                total={found.count}
                query={query}
                selection={selection}
                keeping={kept}
              />
            )}
            {peeked !== null && <FindingPanel findingId={peeked} onClose={() => setPeeked(null)} />}
          </>
        );
      }}
    </QueryView>
  );
}

const noKeys: ReadonlySet<string> = new Set();

export const findingColumns: readonly Column<Finding>[] = [
  { name: "Finding", sort: "title", cell: (finding) => <FindingLink finding={finding} /> },
  {
    name: "Severity",
    sort: "severity",
    width: "104px",
    cell: ({ severity }) => <Status of={severity} />,
  },
  {
    name: "Status",
    sort: "status",
    width: "112px",
    isMinor: true,
    cell: ({ status }: { status: FindingStatus }) => <Status of={status} />,
  },
  {
    name: "Operation",
    sort: "path",
    width: "28%",
    isMinor: true,
    cell: (finding) => <FindingPlace finding={finding} />,
  },
  {
    name: "Environment",
    width: "10%",
    isMinor: true,
    cell: ({ environmentName }) => environmentName ?? "–",
  },
  {
    name: "Seen",
    width: "96px",
    isMinor: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];

/** The operation and the place in it: in these, findings with the same title differ. */
function FindingPlace({ finding }: { finding: Finding }) {
  const operation = `${finding.method} ${showForeignTitle(finding.path)}`;
  const place = placeOf(finding);
  return (
    <span title={`${operation} ${place}`}>
      <code>{operation}</code> <span className={styles["place"]}>{place}</span>
    </span>
  );
}

function FindingLink({ finding }: { finding: Finding }) {
  const { id, title, status, isKept = false } = finding;
  const { org = "", project = "" } = useParams({ strict: false });
  const shown = showForeignTitle(title);
  return (
    <Link
      to="/$org/$project/findings/$finding"
      params={{ org, project, finding: id }}
      title={shown}
    >
      {isKept ? (
        <s className={styles["kept"]}>
          <bdi>{shown}</bdi>
        </s>
      ) : (
        <bdi>{shown}</bdi>
      )}
      <span className={styles["below"]}>
        {isKept && <Status of={status} />} <FindingPlace finding={finding} />
      </span>
    </Link>
  );
}

function NoFindings({ text, onClear }: { text: string; onClear: () => void }) {
  const { org = "", project = "" } = useParams({ strict: false });
  if (text.trim() !== "" && text !== usualFilter)
    return (
      <Empty text={`No finding matches “${text}”.`}>
        <Button onPress={onClear}>Clear filter</Button>
      </Empty>
    );
  return (
    <Empty text="No open findings. A scan finds the weaknesses of a running API.">
      <Link to="/$org/$project/scans" params={{ org, project }}>
        Open scans
      </Link>
      {text.trim() !== "" && <Button onPress={onClear}>Clear filter</Button>}
    </Empty>
  );
}
