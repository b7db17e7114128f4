import { useQuery } from "@tanstack/react-query";
import { useApi, useProject } from "../../api/scope.ts";
import { Select } from "../../parts/select.tsx";

export interface SuiteChoiceProps {
  readonly label: string;
  /** The id of a suite; empty: none is chosen. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** One suite of the project. */
export function SuiteChoice({ label, value, onChange }: SuiteChoiceProps) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { data: suites = [] } = useQuery(api.list("listSuites", { projectId }));
  const isKnown = suites.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      value={value}
      choices={[
        ...(isKnown ? [] : [{ value, name: value === "" ? "Choose one" : "A deleted suite" }]),
        ...suites.map(({ id, name }) => ({ value: id, name })),
      ]}
      onChange={onChange}
    />
  );
}
