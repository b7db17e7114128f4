import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Item } from "../../api/api.ts";
import { useRows } from "../../api/use-rows.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { useStarterName } from "./use-starter-name.ts";

type Scan = Item<"listScanRuns">;

export interface ScanTableProps {
  /** Only runs of this profile. */
  readonly profileId?: string;
}

export function ScanTable({ profileId }: ScanTableProps) {
  const { id: projectId } = useProject();
  const filter = profileId === undefined ? {} : { scanProfileId: profileId };
  const scans = useRows("listScanRuns", { projectId, ...filter });
  const { data: profiles = [] } = useQuery(useApi().query("listScanProfiles", { projectId }));
  const { data: scanners } = useQuery(useApi().query("listScanners", { projectId }));
  const nameStarter = useStarterName();
  const nameOf = ({ scanProfileId, retestedFindingId }: Scan) => {
    const name = profiles.find(({ id }) => id === scanProfileId)?.name ?? "Deleted profile";
    return retestedFindingId === null ? name : `${name}: one finding again`;
  };
  return (
    <QueryView query={scans}>
      {(rows) =>
        rows.count === 0 ? (
          <Empty text="No scan has run yet." />
        ) : (
          <Table
            label="Scan runs"
            columns={listColumns({ nameOf, nameStarter, scannerCount: scanners?.items.length })}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )
      }
    </QueryView>
  );
}

interface ColumnFacts {
  readonly nameOf: (scan: Scan) => string;
  readonly nameStarter: (scan: Scan) => string;
  readonly scannerCount: number | undefined;
}

const listColumns = ({
  nameOf,
  nameStarter,
  scannerCount,
}: ColumnFacts): readonly Column<Scan>[] => [
  { name: "Scan", cell: (scan) => <ScanLink scan={scan} name={nameOf(scan)} /> },
  { name: "Status", width: "112px", cell: ({ status }) => <Status of={status} /> },
  {
    name: "Score",
    width: "64px",
    kind: "number",
    cell: ({ securityScore }) => securityScore ?? "–",
  },
  {
    name: "Coverage",
    width: "128px",
    kind: "number",
    isMinor: true,
    cell: (scan) => showCoverage(scan, scannerCount),
  },
  {
    name: "Open",
    width: "64px",
    kind: "number",
    isMinor: true,
    cell: ({ openFindingsCount }) => openFindingsCount,
  },
  {
    name: "Checks",
    width: "80px",
    kind: "number",
    isMinor: true,
    cell: ({ checksTotal }) => checksTotal,
  },
  { name: "Started by", width: "144px", isMinor: true, cell: nameStarter },
  { name: "Queued", width: "104px", isMinor: true, cell: ({ queuedAt }) => <Time at={queuedAt} /> },
];

const showShare = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * The share of operations whose authorization was tested. A scan with few scanners, or of one finding, is not meant
 * to test it.
 */
export function showCoverage(scan: Scan, scannerCount: number | undefined): string {
  const { coverage, retestedFindingId, enabledScannerCount: enabled } = scan;
  if (retestedFindingId !== null) return "One finding";
  if (coverage > 0 || scannerCount === undefined || enabled === 0 || enabled >= scannerCount)
    return showShare(coverage);
  return `${enabled} of ${scannerCount} scanners`;
}

function ScanLink({ scan: { id }, name }: { scan: Scan; name: string }) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/scans/$scan" params={{ org, project, scan: id }}>
      {name}
    </Link>
  );
}
