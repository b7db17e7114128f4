import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import type { Column } from "../../parts/table.tsx";
import { HeaderPanel } from "./header-panel.tsx";
import { headersQuery, type Header, type HeaderPlace } from "./header-place.ts";
import { RecordSection } from "./record-section.tsx";

export interface HeaderSectionProps {
  readonly title: string;
  readonly place: HeaderPlace;
  readonly canWrite: boolean;
  readonly canDelete: boolean;
}

const columns: readonly Column<Header>[] = [
  { name: "Type", width: "120px", cell: ({ schemaType }) => schemaType },
  { name: "Description", isMinor: true, cell: ({ description }) => description },
];
const used: Column<Header> = {
  name: "Used",
  width: "80px",
  kind: "number",
  cell: ({ usageCount }) => usageCount,
};

/** The header components of one level, with a panel for one of them. */
export function HeaderSection({ title, place, canWrite, canDelete }: HeaderSectionProps) {
  const headers = useQuery(headersQuery(useApi(), place));
  return (
    <RecordSection
      title={title}
      noun="header"
      rows={headers}
      empty="No headers yet."
      columns={place.level === "organization" ? columns : [...columns, used]}
      canWrite={canWrite}
      panel={(header, onClose) => (
        <HeaderPanel
          key={header?.id ?? "new"}
          place={place}
          header={header}
          canWrite={canWrite}
          canDelete={canDelete}
          onClose={onClose}
        />
      )}
    />
  );
}
