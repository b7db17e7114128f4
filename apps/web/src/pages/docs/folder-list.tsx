import { Ellipsis } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useMutation } from "@tanstack/react-query";
import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { Section } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { showToast } from "../../parts/toast.tsx";
import { nameItem, placeItems, type PlacedItem } from "./doc-lines.ts";
import { useDocLock, useDocPlace, useDocTree } from "./use-doc.ts";
import { useDocTreeChanges } from "./use-doc-tree-changes.ts";

/** The folders and API references of a version, with what can be done with each. */
export function FolderList({ items }: { readonly items: readonly DocTreeItem[] }) {
  const lock = useDocLock();
  const found = placeItems(items).filter(({ item }) => item.page === null);
  if (found.length === 0) return null;
  const columns: readonly Column<PlacedItem>[] = [
    { name: "Name", cell: ({ item }) => nameItem(item) },
    { name: "Kind", width: "140px", cell: ({ item }) => kindOf(item) },
    ...(lock === null
      ? [
          {
            name: "Action",
            width: "60px",
            cell: ({ item }: PlacedItem) => <PartActions item={item} />,
          },
        ]
      : []),
  ];
  return (
    <Section title="Folders and API references">
      <Table
        label="Folders and API references"
        columns={columns}
        rows={found}
        keyOf={({ item }) => item.id}
      />
    </Section>
  );
}

function kindOf({ folder, specSnapshot }: DocTreeItem): string {
  if (folder !== null) return folder.isSection ? "Section" : "Folder";
  return `API reference ${specSnapshot?.versionNumber ?? ""}`;
}

function PartActions({ item }: { readonly item: DocTreeItem }) {
  const api = useApi();
  const { place } = useDocPlace();
  const { refresh } = useDocTreeChanges();
  const [shown, setShown] = useState<"change" | "delete" | null>(null);
  const name = nameItem(item);
  const renew = async () => {
    try {
      await api.call("updateDocReference", { ...place, referenceId: item.id });
      showToast(`${name} shows the newest version`);
    } catch (error) {
      showToast(`Not renewed: ${describeError(error)}`);
    }
    await refresh();
  };
  const choices: MenuChoice[] =
    item.folder === null
      ? [
          { id: "renew", label: "Show newest version", run: () => void renew() },
          {
            id: "delete",
            label: "Remove API reference",
            isDanger: true,
            run: () => setShown("delete"),
          },
        ]
      : [
          { id: "change", label: "Change folder", run: () => setShown("change") },
          { id: "delete", label: "Delete folder", isDanger: true, run: () => setShown("delete") },
        ];
  const trigger = (
    <IconButton label={`Actions of ${name}`}>
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return (
    <>
      <Menu label={`Actions of ${name}`} trigger={trigger} choices={choices} />
      {shown === "change" && <ChangeFolder item={item} onClose={() => setShown(null)} />}
      {shown === "delete" && <DeletePart item={item} onClose={() => setShown(null)} />}
    </>
  );
}

interface PartProps {
  readonly item: DocTreeItem;
  readonly onClose: () => void;
}

function ChangeFolder({ item: { id, folder }, onClose }: PartProps) {
  const api = useApi();
  const { place } = useDocPlace();
  const { refresh } = useDocTreeChanges();
  const { data: tree } = useDocTree();
  const [name, setName] = useState(folder?.name ?? "");
  const [isSection, setIsSection] = useState(folder?.isSection ?? false);
  const isRoot = tree?.items.some((each) => each.id === id) ?? false;
  const save = useMutation({
    mutationFn: () =>
      api.call("updateDocFolder", {
        ...place,
        folderId: id,
        name,
        ...(isRoot ? { isSection } : {}),
        rowVersion: folder?.rowVersion ?? "",
      }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title="Change folder" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          autoFocus
          value={name}
          onChange={setName}
          validationBehavior="aria"
          error={save.error === null ? null : describeError(save.error)}
        />
        {isRoot && (
          <Checkbox
            label="Section in the header of the portal"
            isChecked={isSection}
            onChange={setIsSection}
          />
        )}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || save.isPending}>
            Change folder
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function DeletePart({ item, onClose }: PartProps) {
  const changes = useDocTreeChanges();
  const remove = useMutation({ mutationFn: () => changes.remove(item), onSuccess: onClose });
  const count = placeItems(item.folder?.children ?? []).filter(
    ({ item: { page } }) => page !== null,
  ).length;
  const verb = item.folder === null ? "Remove API reference" : "Delete folder";
  return (
    <Dialog title={verb} isOpen onClose={onClose}>
      <p>
        {item.folder === null
          ? `Embeds of “${nameItem(item)}” lose their target. The specification stays.`
          : `“${nameItem(item)}” goes with ${count === 1 ? "1 page" : `${count} pages`}. They cannot be restored.`}
      </p>
      <Refusal error={remove.error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
