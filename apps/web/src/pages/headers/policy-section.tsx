import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import type { Column } from "../../parts/table.tsx";
import type { Header } from "./header-place.ts";
import { PolicyPanel } from "./policy-panel.tsx";
import {
  policiesQuery,
  type CoveredSpec,
  type HeaderPolicy,
  type PolicyPlace,
} from "./policy-place.ts";
import { RecordSection } from "./record-section.tsx";

export interface PolicySectionProps {
  readonly title: string;
  readonly place: PolicyPlace;
  /** The header components that a policy may add. */
  readonly headers: readonly Header[];
  readonly specs: readonly CoveredSpec[];
  readonly canWrite: boolean;
  readonly canDelete: boolean;
}

/** The header policies of one level, with a panel for one of them. */
export function PolicySection(props: PolicySectionProps) {
  const { title, place, headers, specs, canWrite, canDelete } = props;
  const policies = useQuery(policiesQuery(useApi(), place));
  return (
    <RecordSection
      title={title}
      noun="policy"
      rows={policies}
      empty="No policies yet. A policy adds its headers to exported documents."
      columns={listColumns(specs)}
      canWrite={canWrite}
      panel={(policy, onClose) => (
        <PolicyPanel
          key={policy?.id ?? "new"}
          place={place}
          policy={policy}
          headers={headers}
          specs={specs}
          canWrite={canWrite}
          canDelete={canDelete}
          onClose={onClose}
        />
      )}
    />
  );
}

const listColumns = (specs: readonly CoveredSpec[]): readonly Column<HeaderPolicy>[] => [
  {
    name: "Headers",
    isMinor: true,
    cell: ({ headers: added }) => added.map(({ name }) => name).join(", "),
  },
  {
    name: "Of",
    width: "110px",
    cell: ({ appliesTo }) => (appliesTo === "requests" ? "Requests" : "Responses"),
  },
  { name: "Covers", isMinor: true, cell: ({ specIds }) => describeCover(specIds, specs) },
];

function describeCover(specIds: readonly string[] | null, specs: readonly CoveredSpec[]): string {
  if (specIds === null) return "Every specification";
  const names = specs.filter(({ id }) => specIds.includes(id)).map(({ name }) => name);
  return names.length === specIds.length ? names.join(", ") : `${specIds.length} specifications`;
}
