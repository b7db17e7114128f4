import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../../api/scope.ts";
import { useShortcut } from "../../../keys/shortcuts.ts";
import { Button } from "../../../parts/button.tsx";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import { Page } from "../../../parts/page.tsx";
import { SelectionBar } from "../../../parts/selection-bar.tsx";
import { Select } from "../../../parts/select.tsx";
import { useApi } from "../../../api/scope.ts";
import { useListSearch } from "../use-list-search.ts";
import { CreateKey } from "./create-key.tsx";
import { CreateStagingToken } from "./create-staging-token.tsx";
import { keyColumns, keyFields } from "./key-columns.tsx";
import { KeyPanel } from "./key-panel.tsx";
import { RevokeKeys } from "./revoke-keys.tsx";
import { useKeyOwners } from "./use-key-owners.ts";

/** The API keys that the person may see: their own, or everyone's. */
export function KeysPage() {
  const { filter, open, onFilter, onOpen } = useListSearch();
  const [status, setStatus] = useState<"active" | "revoked">("active");
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [isRevoking, setIsRevoking] = useState(false);
  const isOfAll = useMay("org:manage-members");
  const keys = useQuery(useApi().list("listApiKeys", { status }));
  const owners = useKeyOwners();
  const shown = keys.data?.find(({ id }) => id === open);
  const chosen = (keys.data ?? []).filter(({ id }) => marked.has(id));
  const close = () => onOpen(undefined);
  useShortcut("c", "Create API key", () => onOpen("new"));
  return (
    <Page
      title="API keys"
      note={isOfAll ? keys.data?.length : "Your own keys"}
      actions={
        <>
          <Button onPress={() => onOpen("staging")}>Create staging token</Button>
          <Button kind="primary" onPress={() => onOpen("new")}>
            Create API key
          </Button>
        </>
      }
    >
      <FilteredList
        label="API keys"
        query={keys}
        columns={keyColumns(owners)}
        keyOf={({ id }) => id}
        fields={keyFields(owners)}
        filter={filter}
        onFilter={onFilter}
        empty={
          status === "active"
            ? "No API keys yet. Create one for a program, a pipeline or an agent."
            : "No revoked keys."
        }
        beside={
          <Select
            label="State of the keys"
            isBare
            value={status}
            choices={[
              { value: "active", name: "Active keys" },
              { value: "revoked", name: "Revoked keys" },
            ]}
            onChange={(next) => {
              setStatus(next);
              setMarked(new Set());
            }}
          />
        }
        onPeek={({ id }) => onOpen(id)}
        {...(status === "active" ? { selection: { keys: marked, onChange: setMarked } } : {})}
      />
      {chosen.length > 0 && (
        <SelectionBar
          label="Selected keys"
          count={chosen.length}
          onClear={() => setMarked(new Set())}
        >
          <Button kind="danger" onPress={() => setIsRevoking(true)}>
            Revoke keys
          </Button>
        </SelectionBar>
      )}
      {isRevoking && (
        <RevokeKeys
          keys={chosen}
          onRevoked={() => {
            setMarked(new Set());
            setIsRevoking(false);
          }}
          onClose={() => setIsRevoking(false)}
        />
      )}
      {open === "new" && <CreateKey onClose={close} />}
      {open === "staging" && <CreateStagingToken onClose={close} />}
      {shown !== undefined && (
        <KeyPanel key={shown.id} apiKey={shown} owners={owners} onClose={close} />
      )}
    </Page>
  );
}
