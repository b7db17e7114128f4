import { ChevronDown, ChevronRight, CircleX } from "lucide-react";
import { countFindings } from "../../design/use-findings.ts";
import { Method } from "../../parts/method.tsx";
import type { TreeRow } from "./tree-rows.ts";
import styles from "./tree.module.css";

/** What a line of the tree contains. The number of problems is drawn; the line's description says it in words. */
export interface RowContentProps {
  readonly row: TreeRow;
  readonly findings: Parameters<typeof countFindings>[0];
}

export function RowContent({ row, findings }: RowContentProps) {
  if (row.kind === "folder") return <FolderName row={row} />;
  const count = countFindings(findings);
  const hasErrors = findings?.some(({ severity }) => severity === "error") === true;
  return (
    <>
      <EndpointName row={row} />
      {count !== null && (
        <span
          className={`${styles["problems"]} ${hasErrors ? styles["errors"] : ""}`}
          title={count}
          data-count={findings?.length}
        >
          {hasErrors && <CircleX size={12} strokeWidth={1.5} aria-hidden />}
        </span>
      )}
    </>
  );
}

function FolderName({ row }: { row: Extract<TreeRow, { kind: "folder" }> }) {
  const Chevron = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Chevron size={14} strokeWidth={1.5} aria-hidden />
      <span className={styles["folder"]}>{row.folder.name}</span>{" "}
      <span className={styles["count"]}>{row.count}</span>
    </>
  );
}

function EndpointName({ row: { endpoint } }: { row: Extract<TreeRow, { kind: "endpoint" }> }) {
  const { method, path, name, isDeprecated } = endpoint;
  const start = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return (
    <>
      <Method name={method} />
      <span
        className={`${styles["path"]} ${isDeprecated ? styles["deprecated"] : ""}`}
        title={name === null ? path : `${path} · ${name}`}
      >
        {/* The last part distinguishes a path: the start of a long one is cut. */}
        <span className={styles["start"]}>{start}</span>
        <span>{path.slice(start.length)}</span>
      </span>
    </>
  );
}

export function nameRow(row: TreeRow): string {
  if (row.kind === "folder") return `${row.folder.name} ${row.count} endpoints`;
  return `${row.endpoint.method.toUpperCase()} ${row.endpoint.path}`;
}
