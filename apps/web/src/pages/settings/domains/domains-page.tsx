import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { useListSearch } from "../use-list-search.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { OpenLink } from "../open-link.tsx";
import { BreakGlassOwners } from "./break-glass-owners.tsx";
import { DomainPanel } from "./domain-panel.tsx";
import type { EmailDomain } from "./domain.types.ts";

/** The e-mail domains of the organization, whose people sign in through single sign-on. */
export function DomainsPage() {
  const { filter, open, onFilter, onOpen } = useListSearch();
  const domains = useQuery({
    ...useApi().query("listEmailDomains", {}),
    select: ({ items }) => items,
  });
  const shown = domains.data?.find(({ id }) => id === open);
  const close = () => onOpen(undefined);
  return (
    <Page
      title="E-mail domains"
      note={domains.data?.length}
      actions={
        <Button kind="primary" onPress={() => onOpen("new")}>
          Add domain
        </Button>
      }
    >
      <FilteredList
        label="E-mail domains"
        query={domains}
        columns={columns}
        keyOf={({ id }) => id}
        fields={fields}
        filter={filter}
        onFilter={onFilter}
        empty="No domains yet. Add the part of your people's e-mail addresses after the @."
        onPeek={({ id }) => onOpen(id)}
      />
      <BreakGlassOwners />
      {open === "new" && <AddDomain onClose={close} onAdded={onOpen} />}
      {shown !== undefined && <DomainPanel key={shown.id} domain={shown} onClose={close} />}
    </Page>
  );
}

const fields = {
  domain: ({ domain }: EmailDomain) => domain,
  state: ({ state }: EmailDomain) => state,
};

const columns: readonly Column<EmailDomain>[] = [
  {
    name: "Domain",
    sort: "domain",
    cell: ({ id, domain }) => <OpenLink id={id}>{domain}</OpenLink>,
  },
  { name: "State", sort: "state", width: "110px", cell: ({ state }) => <Status of={state} /> },
  {
    name: "Sign-in",
    width: "180px",
    isMinor: true,
    cell: ({ isEnforced }) => (isEnforced ? "Single sign-on only" : "Every method"),
  },
  {
    name: "Checked",
    width: "110px",
    isMinor: true,
    cell: ({ checkedAt }) => (checkedAt === null ? "Never" : <Time at={checkedAt} />),
  },
];

interface AddDomainProps {
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

function AddDomain({ onClose, onAdded }: AddDomainProps) {
  const [domain, setDomain] = useState("");
  const add = useChange(useApi(), "addEmailDomain", ["listEmailDomains"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ domain: domain.trim() }, { onSuccess: ({ id }) => onAdded(id) });
  };
  return (
    <Dialog title="Add domain" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Domain"
          help="Such as example.com. A subdomain is another domain."
          value={domain}
          onChange={setDomain}
          autoFocus
        />
        <Refusal error={add.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={domain.trim() === "" || add.isPending}>
            Add domain
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
