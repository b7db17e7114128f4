import { useQuery } from "@tanstack/react-query";
import type { Output } from "../../../api/api.ts";
import { useApi, useMay } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import type { Column } from "../../../parts/table.tsx";
import { useListSearch } from "../use-list-search.ts";

type Rule = Output<"getDesignRules">["lintRules"][number];

const severities: Readonly<Record<Rule["severity"], string>> = {
  error: "Error",
  warn: "Warning",
  off: "Off",
};

/** The rules that lint checks documents against, with the severity in this organization. */
export function RulesPage() {
  const { filter, onFilter } = useListSearch();
  const api = useApi();
  const mayChange = useMay("org:manage-governance");
  const rules = useQuery(api.query("getDesignRules", {}));
  const { data: settings } = useQuery(api.query("getDesignSettings", {}));
  const update = useChange(api, "updateDesignSettings", ["getDesignRules", "getDesignSettings"]);
  const set = (name: string, severity: Rule["severity"]) => {
    if (settings === undefined) return;
    const { lintRules, rowVersion } = settings;
    update.mutate({ lintRules: { ...lintRules, [name]: severity }, rowVersion });
  };
  const columns: readonly Column<Rule>[] = [
    { name: "Rule", sort: "name", cell: ({ name }) => <code>{name}</code> },
    {
      name: "What it requires",
      isMinor: true,
      cell: ({ description, reason }) => <span title={reason}>{description}</span>,
    },
    {
      name: "Severity",
      sort: "severity",
      width: "150px",
      cell: ({ name, severity, default: own }) =>
        mayChange ? (
          <Select
            label={`Severity of ${name}`}
            isBare
            value={severity}
            choices={(Object.keys(severities) as Rule["severity"][]).map((value) => ({
              value,
              name: value === own ? `${severities[value]} (default)` : severities[value],
            }))}
            isDisabled={update.isPending || settings === undefined}
            onChange={(next) => set(name, next)}
          />
        ) : (
          severities[severity]
        ),
    },
  ];
  return (
    <Page title="Design rules" note={mayChange ? rules.data?.lintRules.length : "View only"}>
      <Refusal error={update.error} />
      <FilteredList
        label="Design rules"
        query={{ ...rules, data: rules.data?.lintRules }}
        columns={columns}
        keyOf={({ name }) => name}
        fields={fields}
        filter={filter}
        onFilter={onFilter}
        empty="No rules."
      />
    </Page>
  );
}

const fields = {
  name: ({ name }: Rule) => name,
  severity: ({ severity }: Rule) => severity,
  description: ({ description }: Rule) => description,
};
