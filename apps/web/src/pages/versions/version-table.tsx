import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { statusOf, type Version } from "./use-versions.ts";
import { VersionMenu } from "./version-menu.tsx";
import type { VersionDialog } from "./versions-search.ts";

export interface VersionTableProps {
  /** The newest first. */
  readonly versions: readonly Version[];
  readonly onOpen: (dialog: VersionDialog, id: string) => void;
  readonly onPeek: (version: Version) => void;
}

/** A version a row. Two that are selected can be compared. */
export function VersionTable({ versions, onOpen, onPeek }: VersionTableProps) {
  const [keys, onChange] = useState<ReadonlySet<string>>(new Set());
  const columns: readonly Column<Version>[] = [
    ...facts,
    {
      name: "Actions",
      width: "64px",
      cell: (version) => <VersionMenu version={version} versions={versions} onOpen={onOpen} />,
    },
  ];
  return (
    <>
      <Table
        label="Versions"
        columns={columns}
        rows={versions}
        keyOf={({ id }) => id}
        selection={{ keys, onChange }}
        onPeek={onPeek}
      />
      {keys.size > 0 && (
        <CompareBar versions={versions} keys={keys} onClear={() => onChange(new Set())} />
      )}
    </>
  );
}

interface CompareBarProps {
  readonly versions: readonly Version[];
  readonly keys: ReadonlySet<string>;
  readonly onClear: () => void;
}

function CompareBar({ versions, keys, onClear }: CompareBarProps) {
  const { params } = useVersionPlace();
  const navigate = useNavigate();
  const [newer, older] = versions.filter(({ id }) => keys.has(id));
  const compare = () =>
    void navigate({
      to: "/$org/$project/specs/$spec/$version/compare/$baseline",
      params: { ...params, version: newer?.id ?? "", baseline: older?.id ?? "" },
    });
  return (
    <SelectionBar label="Selected versions" count={keys.size} onClear={onClear}>
      <Button reason={keys.size === 2 ? null : "Select 2 versions to compare."} onPress={compare}>
        Compare
      </Button>
    </SelectionBar>
  );
}

const facts: readonly Column<Version>[] = [
  { name: "Version", cell: (version) => <VersionLink version={version} /> },
  { name: "Status", width: "120px", cell: (version) => <Status of={statusOf(version)} /> },
  {
    name: "Endpoints",
    width: "88px",
    kind: "number",
    isMinor: true,
    cell: ({ endpointCount }) => endpointCount,
  },
  { name: "OpenAPI", width: "80px", isMinor: true, cell: ({ openapiVersion }) => openapiVersion },
  {
    name: "Created",
    width: "110px",
    isMinor: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: "Changed",
    width: "110px",
    isMinor: true,
    cell: ({ modifiedAt }) => <Time at={modifiedAt} />,
  },
  {
    name: "Published",
    width: "110px",
    isMinor: true,
    cell: ({ publishedAt }) => (publishedAt === null ? "–" : <Time at={publishedAt} />),
  },
  {
    name: "Sunset",
    width: "110px",
    isMinor: true,
    cell: ({ sunsetAt }) => (sunsetAt === null ? "–" : <Time at={sunsetAt} />),
  },
];

function VersionLink({ version: { id, version, title } }: { version: Version }) {
  const { params } = useVersionPlace();
  return (
    <Link to="/$org/$project/specs/$spec/$version" params={{ ...params, version: id }}>
      {title === null ? version : `${version} · ${title}`}
    </Link>
  );
}
