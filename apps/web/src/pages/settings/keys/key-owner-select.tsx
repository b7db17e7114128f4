import { useQuery } from "@tanstack/react-query";
import { useOrganization } from "../../../api/scope.ts";
import { Select } from "../../../parts/select.tsx";

export interface KeyOwnerSelectProps {
  /** "": the person who creates the key. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function KeyOwnerSelect({ value, onChange }: KeyOwnerSelectProps) {
  const { api, session } = useOrganization();
  const { data: accounts = [] } = useQuery(api.list("listServiceAccounts", {}));
  return (
    <Select
      label="Owner"
      value={value}
      choices={[
        { value: "", name: `${session.user.name} (you)` },
        ...accounts.map(({ id, name }) => ({ value: id, name: `${name} (service account)` })),
      ]}
      onChange={onChange}
    />
  );
}
