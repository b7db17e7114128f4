import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { endpointMethods, type EndpointMethod } from "@lintel/contract/words/design";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import type { VersionTree } from "../../design/version-tree.ts";
import { useTreeChanges } from "./use-tree-changes.ts";
import { useVersionPlace } from "../../design/use-version.ts";

const methods = endpointMethods.map((value) => ({ value, name: value.toUpperCase() }));

export interface CreateProps {
  readonly onClose: () => void;
}

export function CreateEndpoint({ tree, onClose }: CreateProps & { readonly tree: VersionTree }) {
  const api = useApi();
  const navigate = useNavigate();
  const { refresh } = useTreeChanges();
  const { place, params } = useVersionPlace();
  const [method, setMethod] = useState<EndpointMethod>("get");
  const [path, setPath] = useState("/");
  const [folder, setFolder] = useState("");
  const create = useMutation({
    mutationFn: () =>
      api.call("createEndpoint", {
        ...place,
        method,
        path,
        ...(folder === "" ? {} : { folderId: folder }),
      }),
    onSuccess: async ({ id }) => {
      await refresh();
      onClose();
      const to = "/$org/$project/specs/$spec/$version/endpoints/$endpoint";
      await navigate({ to, params: { ...params, endpoint: id } });
    },
  });
  const folders = [
    { value: "", name: "No folder" },
    ...tree.folders.map(({ id, name }) => ({ value: id, name })),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="Create endpoint" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Select label="Method" value={method} choices={methods} onChange={setMethod} />
        <TextField
          label="Path"
          help="Variables are in braces, such as /books/{id}."
          isMono
          autoFocus
          value={path}
          onChange={setPath}
          validationBehavior="aria"
          error={create.error === null ? null : describeError(create.error)}
        />
        {tree.folders.length > 0 && (
          <Select label="Folder" value={folder} choices={folders} onChange={setFolder} />
        )}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={!path.startsWith("/") || create.isPending}
          >
            Create endpoint
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

export function CreateFolder({ onClose }: CreateProps) {
  const api = useApi();
  const { refresh } = useTreeChanges();
  const { place } = useVersionPlace();
  const [name, setName] = useState("");
  const create = useMutation({
    mutationFn: () => api.call("createFolder", { ...place, name }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="Create folder" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          autoFocus
          value={name}
          onChange={setName}
          validationBehavior="aria"
          error={create.error === null ? null : describeError(create.error)}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || create.isPending}>
            Create folder
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
