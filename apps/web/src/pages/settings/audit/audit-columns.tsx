import { Fragment } from "react";
import type { Item } from "../../../api/api.ts";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { OpenLink } from "../open-link.tsx";

/** `api_key.revoked` with places where a line can end. */
const breakName = (event: string) =>
  event.split(/(?<=[._])/).map((part, at) => (
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));

export type AuditEntry = Item<"listAuditEntries">;

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    name: "Event",
    cell: ({ sequence, event }) => (
      <OpenLink id={String(sequence)}>
        <code>{breakName(event)}</code>
      </OpenLink>
    ),
  },
  { name: "Actor", cell: ({ actor }) => actor.name },
  {
    name: "Target",
    isMinor: true,
    cell: ({ target }) => target?.name ?? target?.type ?? "–",
  },
  { name: "Category", width: "130px", isMinor: true, cell: ({ category }) => category },
  {
    name: "Result",
    width: "100px",
    isMinor: true,
    cell: ({ result }) => (result === "refused" ? <Status of={result} /> : "Done"),
  },
  { name: "When", width: "110px", cell: ({ occurredAt }) => <Time at={occurredAt} /> },
];
