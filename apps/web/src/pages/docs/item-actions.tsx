import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { FolderChoice } from "./create-in-docs.tsx";
import { useDocPlace, useDocTree, useRefreshDocs } from "./use-doc.ts";
import { useDocTreeChanges } from "./use-doc-tree-changes.ts";
import type { DocPageRecord } from "./use-page-draft.ts";

/** What else can be done with a page: its address, its folder, its end. */
export function ItemActions({ page }: { readonly page: DocPageRecord }) {
  const [shown, setShown] = useState<"address" | "move" | "delete" | null>(null);
  const close = () => setShown(null);
  const copy = (text: string) => () => void navigator.clipboard.writeText(text);
  const choices: MenuChoice[] = [
    { id: "address", label: "Change address", detail: page.slug, run: () => setShown("address") },
    { id: "move", label: "Move to folder", run: () => setShown("move") },
    { id: "link", label: "Copy link", run: copy(location.href) },
    { id: "text", label: "Copy Markdown", run: copy(page.content) },
    { id: "delete", label: "Delete page", isDanger: true, run: () => setShown("delete") },
  ];
  const trigger = (
    <IconButton label={`Actions of ${page.title}`}>
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return (
    <>
      <Menu label={`Actions of ${page.title}`} trigger={trigger} choices={choices} />
      {shown === "address" && <ChangeAddress page={page} onClose={close} />}
      {shown === "move" && <MovePage page={page} onClose={close} />}
      {shown === "delete" && <DeletePage page={page} onClose={close} />}
    </>
  );
}

interface ActionProps {
  readonly page: DocPageRecord;
  readonly onClose: () => void;
}

function ChangeAddress({ page, onClose }: ActionProps) {
  const api = useApi();
  const { place } = useDocPlace();
  const refresh = useRefreshDocs();
  const [slug, setSlug] = useState(page.slug);
  const save = useMutation({
    mutationFn: () => {
      const { id: pageId, title, content, rowVersion } = page;
      return api.call("updateDocPage", { ...place, pageId, title, content, rowVersion, slug });
    },
    onSuccess: async () => {
      await refresh("getDocPage", "getDocTree", "listDocRedirects");
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title="Change address" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Last part of the address"
          help="The old address redirects to the new one."
          isMono
          autoFocus
          value={slug}
          onChange={setSlug}
          validationBehavior="aria"
          error={save.error === null ? null : describeError(save.error)}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={slug === "" || save.isPending}>
            Change address
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function MovePage({ page, onClose }: ActionProps) {
  const { data: tree } = useDocTree();
  const changes = useDocTreeChanges();
  const refresh = useRefreshDocs();
  const [folder, setFolder] = useState(page.parentFolderPublicId ?? "");
  const move = async () => {
    await changes.move(page.id, folder === "" ? null : folder, null);
    await refresh("getDocPage", "listDocRedirects");
    onClose();
  };
  return (
    <Dialog title="Move to folder" isOpen onClose={onClose}>
      <FolderChoice items={tree?.items ?? []} value={folder} onChange={setFolder} />
      <p>The old address redirects to the new one.</p>
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" onPress={() => void move()}>
          Move page
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** A deleted page cannot be restored: the dialog says what links to it. */
function DeletePage({ page, onClose }: ActionProps) {
  const api = useApi();
  const { place, params } = useDocPlace();
  const navigate = useNavigate();
  const changes = useDocTreeChanges();
  const tree = useDocTree();
  const redirects = useQuery(api.list("listDocRedirects", place));
  const item = findItem(tree.data?.items ?? [], page.id);
  const gone = redirects.data?.filter(({ itemPublicId }) => itemPublicId === page.id).length ?? 0;
  const remove = useMutation({
    mutationFn: async () => {
      if (item !== null) await changes.remove(item);
    },
    onSuccess: () => navigate({ to: "/$org/$project/docs/$doc/$version", params }),
  });
  return (
    <Dialog title="Delete page" isOpen onClose={onClose}>
      <p>
        “{page.title}” cannot be restored in this version.
        {gone > 0 && ` ${gone === 1 ? "1 redirect" : `${gone} redirects`} to it go too.`}
      </p>
      <Refusal error={remove.error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="danger"
          onPress={() => remove.mutate()}
          isDisabled={item === null || remove.isPending}
        >
          Delete page
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

type Items = NonNullable<ReturnType<typeof useDocTree>["data"]>["items"];

function findItem(items: Items, id: string): Items[number] | null {
  for (const item of items) {
    const found = item.id === id ? item : findItem(item.folder?.children ?? [], id);
    if (found !== null) return found;
  }
  return null;
}
