import { useNavigate, useParams } from "@tanstack/react-router";
import { countFindings, useFindings } from "../../design/use-findings.ts";
import { TreeView } from "../../parts/tree-view.tsx";
import { nameRow, RowContent } from "./tree-row.tsx";
import type { TreeRow } from "./tree-rows.ts";
import { useTreeChanges } from "./use-tree-changes.ts";
import { useVersionPlace } from "../../design/use-version.ts";

export interface TreeProps {
  readonly rows: readonly TreeRow[];
  readonly isLocked: boolean;
  readonly onToggle: (id: string, isOpen: boolean) => void;
  /** Endpoints that the bar below applies to. */
  readonly marked: ReadonlySet<string>;
  readonly onMark: (ids: ReadonlySet<string>) => void;
}

/** The folders and endpoints of a version. */
export function Tree({ rows, isLocked, onToggle, marked, onMark }: TreeProps) {
  const { params } = useVersionPlace();
  const { endpoint: shown } = useParams({ strict: false });
  const navigate = useNavigate();
  const changes = useTreeChanges();
  const findings = useFindings();
  const open = (target: TreeRow) => {
    if (target.kind === "folder") return onToggle(target.id, !target.isOpen);
    const to = "/$org/$project/specs/$spec/$version/endpoints/$endpoint";
    return void navigate({ to, params: { ...params, endpoint: target.id } });
  };
  const mark = (row: TreeRow) => {
    if (row.kind !== "endpoint") return;
    const next = new Set(marked);
    if (!next.delete(row.id)) next.add(row.id);
    onMark(next);
  };
  const shift = (at: number, step: -1 | 1) => {
    const [row, neighbour] = [rows[at], rows[at + step]];
    const beyond = rows[step === -1 ? at - 1 : at + 2];
    if (row?.kind !== "endpoint") return;
    const { folderId } = row.endpoint;
    if (neighbour?.kind !== "endpoint" || neighbour.endpoint.folderId !== folderId) return;
    const isInFolder = beyond?.kind === "endpoint" && beyond.endpoint.folderId === folderId;
    void changes.move([row.id], folderId, isInFolder ? beyond.id : null);
  };
  const drop = (ids: readonly string[], target: TreeRow) => {
    const folderId = target.kind === "folder" ? target.id : target.endpoint.folderId;
    const [first = ""] = ids;
    if (rows.find(({ id }) => id === first)?.kind !== "folder")
      void changes.move(ids, folderId, target.kind === "folder" ? null : target.id);
    else if (first !== folderId) void changes.moveFolder(first, folderId);
  };
  return (
    <TreeView
      label="Endpoints"
      lines={rows}
      shown={shown}
      marked={marked}
      isLocked={isLocked}
      nameOf={nameRow}
      describe={(row) => countFindings(findings.get(row.id))}
      draw={(row) => <RowContent row={row} findings={findings.get(row.id)} />}
      onOpen={open}
      onToggle={onToggle}
      onMark={mark}
      onClear={() => onMark(new Set())}
      onShift={shift}
      onDrop={drop}
    />
  );
}
