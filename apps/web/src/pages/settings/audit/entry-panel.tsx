import type { Rows } from "../../../api/rows.ts";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { Status } from "../../../parts/status.tsx";
import { Empty } from "../../../parts/view-state.tsx";
import type { AuditEntry } from "./audit-columns.tsx";

export interface EntryPanelProps {
  readonly sequence: string;
  readonly rows: Rows<AuditEntry> | undefined;
  readonly onClose: () => void;
}

/** An entry of the log. Its details are in the export alone. */
export function EntryPanel({ sequence, rows, onClose }: EntryPanelProps) {
  const entry = findEntry(rows, Number(sequence));
  return (
    <Panel title={entry?.event ?? `Entry ${sequence}`} onClose={onClose}>
      {entry === undefined ? (
        <Empty text="The filter does not show this entry." />
      ) : (
        <Properties
          items={[
            { name: "Position", value: entry.sequence },
            { name: "When", value: new Date(entry.occurredAt).toLocaleString("en") },
            { name: "Category", value: entry.category },
            { name: "Result", value: <Status of={entry.result} /> },
            { name: "Actor", value: `${entry.actor.name} (${entry.actor.type})` },
            { name: "Actor id", value: entry.actor.id && <code>{entry.actor.id}</code> },
            { name: "Key", value: entry.actor.keyId && <code>{entry.actor.keyId}</code> },
            {
              name: "Target",
              value: entry.target && `${entry.target.name ?? "–"} (${entry.target.type})`,
            },
            { name: "Target id", value: entry.target?.id && <code>{entry.target.id}</code> },
            { name: "Request", value: entry.requestId && <code>{entry.requestId}</code> },
          ]}
        />
      )}
    </Panel>
  );
}

function findEntry(rows: Rows<AuditEntry> | undefined, sequence: number): AuditEntry | undefined {
  if (rows === undefined) return undefined;
  for (let index = 0; index < rows.count; index += 1) {
    const entry = rows.at(index);
    if (entry?.sequence === sequence) return entry;
  }
  return undefined;
}
