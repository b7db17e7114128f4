import { Select } from "../../../parts/select.tsx";

export type KeyAccess = "full" | "scoped";

export interface AccessSelectProps {
  readonly value: KeyAccess;
  readonly onChange: (access: KeyAccess) => void;
}

export function AccessSelect(props: AccessSelectProps) {
  return (
    <Select
      {...props}
      label="May do"
      choices={[
        { value: "full", name: "What its owner may do" },
        { value: "scoped", name: "Chosen permissions" },
      ]}
    />
  );
}
