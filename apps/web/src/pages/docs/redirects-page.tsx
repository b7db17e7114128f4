import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Item } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { useRows } from "../../api/use-rows.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Select } from "../../parts/select.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { showToast } from "../../parts/toast.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { placeItems } from "./doc-lines.ts";
import { useDocLock, useDocPlace, useDocTree, useRefreshDocs } from "./use-doc.ts";

type Redirect = Item<"listDocRedirects">;

/** Old addresses of the version, and where each leads. */
export function RedirectsPage() {
  const { place } = useDocPlace();
  const api = useApi();
  const lock = useDocLock();
  const refresh = useRefreshDocs();
  const rows = useRows("listDocRedirects", place);
  const [isAdding, setIsAdding] = useState(false);
  const add = async ({ fromPath, itemPublicId }: Pick<Redirect, "fromPath" | "itemPublicId">) => {
    await api.call("addDocRedirect", { ...place, fromPath, itemPublicId });
    await refresh("listDocRedirects");
  };
  const remove = async (redirect: Redirect) => {
    try {
      await api.call("deleteDocRedirect", { ...place, fromPath: redirect.fromPath });
      showToast(`Redirect ${redirect.fromPath} deleted`, () => void add(redirect));
    } catch (error) {
      showToast(`Not deleted: ${describeError(error)}`);
    }
    await refresh("listDocRedirects");
  };
  const columns: readonly Column<Redirect>[] = [
    { name: "Old address", cell: ({ fromPath }) => <code>/{fromPath}</code> },
    { name: "Leads to", cell: ({ toPath }) => <code>/{toPath}</code> },
    ...(lock === null ? [removeColumn(remove)] : []),
  ];
  const actions = lock !== "role" && (
    <Button
      kind="primary"
      reason={lock === "state" ? "Published versions no longer change." : null}
      onPress={() => setIsAdding(true)}
    >
      Add redirect
    </Button>
  );
  return (
    <Page
      title="Redirects"
      note={lock === "role" ? "View only" : rows.data?.count}
      actions={actions}
    >
      <QueryView query={rows}>
        {(value) =>
          value.count === 0 ? (
            <Empty text="No redirects yet. Moving a page or changing its address adds one." />
          ) : (
            <Table
              label="Redirects"
              columns={columns}
              rows={value}
              keyOf={({ fromPath }) => fromPath}
            />
          )
        }
      </QueryView>
      {isAdding && <AddRedirect onAdd={add} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function removeColumn(remove: (redirect: Redirect) => Promise<void>): Column<Redirect> {
  return {
    name: "Action",
    width: "60px",
    cell: (redirect) => (
      <IconButton
        label={`Delete redirect ${redirect.fromPath}`}
        onPress={() => void remove(redirect)}
      >
        <Trash2 size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
    ),
  };
}

interface AddRedirectProps {
  readonly onAdd: (redirect: Pick<Redirect, "fromPath" | "itemPublicId">) => Promise<void>;
  readonly onClose: () => void;
}

function AddRedirect({ onAdd, onClose }: AddRedirectProps) {
  const { data: tree } = useDocTree();
  const [fromPath, setFromPath] = useState("");
  const [item, setItem] = useState("");
  const add = useMutation({
    mutationFn: () => onAdd({ fromPath: fromPath.replace(/^\/+/, ""), itemPublicId: item }),
    onSuccess: onClose,
  });
  const pages = placeItems(tree?.items ?? []).filter(({ item: { page } }) => page !== null);
  const choices = [
    { value: "", name: "Choose a page" },
    ...pages.map(({ item: { id }, path }) => ({ value: id, name: path })),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Dialog title="Add redirect" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Old address"
          help="Below the address of the version, such as guide/old-name."
          isMono
          autoFocus
          value={fromPath}
          onChange={setFromPath}
          validationBehavior="aria"
          error={add.error === null ? null : describeError(add.error)}
        />
        <Select label="Leads to" value={item} choices={choices} onChange={setItem} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={fromPath === "" || item === "" || add.isPending}
          >
            Add redirect
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
