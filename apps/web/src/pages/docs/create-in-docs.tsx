import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { placeItems } from "./doc-lines.ts";
import { useDocPlace } from "./use-doc.ts";
import { useDocTreeChanges } from "./use-doc-tree-changes.ts";

export interface CreateInDocsProps {
  readonly kind: DocTreeItem["type"];
  readonly items: readonly DocTreeItem[];
  readonly onClose: () => void;
}

const titles = {
  page: "Create page",
  folder: "Create folder",
  specSnapshot: "Attach API reference",
} as const;

/** A page, a folder or an API reference, at the root or in a folder. */
export function CreateInDocs({ kind, items, onClose }: CreateInDocsProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { refresh } = useDocTreeChanges();
  const { place, params } = useDocPlace();
  const [name, setName] = useState("");
  const [folder, setFolder] = useState("");
  const [spec, setSpec] = useState("");
  const [isSection, setIsSection] = useState(false);
  const parent = { parentFolderPublicId: folder === "" ? null : folder };
  const create = useMutation({
    mutationFn: async () => {
      if (kind === "specSnapshot")
        return api.call("attachDocReference", { ...place, ...parent, specId: spec });
      if (kind === "folder")
        return api.call("createDocFolder", { ...place, ...parent, name, isSection });
      return api.call("createDocPage", { ...place, ...parent, title: name });
    },
    onSuccess: async ({ id }) => {
      await refresh();
      onClose();
      if (kind !== "page") return;
      const to = "/$org/$project/docs/$doc/$version/pages/$page";
      await navigate({ to, params: { ...params, page: id }, search: { mode: "edit" } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const isReady = kind === "specSnapshot" ? spec !== "" : name.trim() !== "";
  return (
    <Dialog title={titles[kind]} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {kind === "specSnapshot" ? (
          <SpecChoice value={spec} onChange={setSpec} />
        ) : (
          <TextField
            label={kind === "page" ? "Title" : "Name"}
            autoFocus
            isRequired
            validationBehavior="aria"
            value={name}
            onChange={setName}
            error={create.error === null ? null : describeError(create.error)}
          />
        )}
        <FolderChoice items={items} value={folder} onChange={setFolder} />
        {kind === "folder" && folder === "" && (
          <Checkbox
            label="Section in the header of the portal"
            isChecked={isSection}
            onChange={setIsSection}
          />
        )}
        {kind === "specSnapshot" && <Refusal error={create.error} />}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady || create.isPending}>
            {titles[kind]}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function SpecChoice(props: { readonly value: string; readonly onChange: (id: string) => void }) {
  const { id: projectId } = useProject();
  const { data: specs = [] } = useQuery(useApi().list("listSpecs", { projectId }));
  const choices = [
    { value: "", name: "Choose a specification" },
    ...specs.map(({ id, name }) => ({ value: id, name })),
  ];
  return <Select label="Specification" choices={choices} {...props} />;
}

export interface FolderChoiceProps {
  readonly items: readonly DocTreeItem[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** A folder by its path; nothing where there are none. */
export function FolderChoice({ items, value, onChange }: FolderChoiceProps) {
  const folders = placeItems(items).filter(({ item }) => item.folder !== null);
  if (folders.length === 0) return null;
  const choices = [
    { value: "", name: "No folder" },
    ...folders.map(({ item, path }) => ({ value: item.id, name: path })),
  ];
  return <Select label="Folder" value={value} choices={choices} onChange={onChange} />;
}
