import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { Button, IconButton, buttonLink } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { showToast } from "../../parts/toast.tsx";
import { PreviewLink } from "./preview-link.tsx";
import { useDocPlace, useRefreshDocs } from "./use-doc.ts";
import { useVersionStatus } from "./use-version-status.ts";

type Version = Output<"getDocVersion">;

/** What can be done with a version, by its state. Publishing is on the page that shows what changes. */
export function VersionActions({ version }: { readonly version: Version }) {
  const { params, place } = useDocPlace();
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefreshDocs();
  const [canWrite, canPublish] = [useCan("docs:write"), useCan("docs:publish")];
  const [shown, setShown] = useState<"preview" | "delete" | null>(null);
  const move = useVersionStatus();
  const report = (error: unknown) => showToast(`Not changed: ${describeError(error)}`);
  const { status, label } = version;
  const copy = useMutation({
    mutationFn: () =>
      api.call("createDocVersion", {
        projectId: place.projectId,
        docId: place.docId,
        fromVersionId: version.id,
      }),
    onError: report,
    onSuccess: async ({ id }) => {
      await refresh("listDocumentations", "getDocumentation");
      await navigate({
        to: "/$org/$project/docs/$doc/$version",
        params: { ...params, version: id },
      });
    },
  });
  const go = (to: Version["status"]) => () => move.mutate(to, { onError: report });
  const isOpen = status === "draft" || status === "review";
  const choices: MenuChoice[] = [
    { id: "preview", label: "Make preview link", run: () => setShown("preview") },
    { id: "copy", label: "Create version from this one", run: () => copy.mutate() },
  ];
  if (status === "draft")
    choices.push({ id: "review", label: "Submit for review", run: go("review") });
  if (status === "review")
    choices.push({ id: "draft", label: "Return to draft", run: go("draft") });
  if (canPublish && status === "published")
    choices.push({ id: "archive", label: "Archive version", run: go("archived") });
  if (canPublish && status !== "published")
    choices.push({
      id: "delete",
      label: "Delete version",
      isDanger: true,
      run: () => setShown("delete"),
    });
  if (!canWrite) return null;
  return (
    <>
      {isOpen && (
        <Link className={buttonLink} to="/$org/$project/docs/$doc/$version/publish" params={params}>
          Review changes
        </Link>
      )}
      <Menu
        label={`Actions of version ${label}`}
        choices={choices}
        trigger={
          <IconButton label={`Actions of version ${label}`}>
            <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        }
      />
      {shown === "preview" && <PreviewLink onClose={() => setShown(null)} />}
      {shown === "delete" && <DeleteVersion label={label} onClose={() => setShown(null)} />}
    </>
  );
}

interface DeleteVersionProps {
  readonly label: string;
  readonly onClose: () => void;
}

function DeleteVersion({ label, onClose }: DeleteVersionProps) {
  const api = useApi();
  const { place, params } = useDocPlace();
  const navigate = useNavigate();
  const refresh = useRefreshDocs();
  const remove = useMutation({
    mutationFn: () => api.call("deleteDocVersion", place),
    onSuccess: async () => {
      await navigate({ to: "/$org/$project/docs/$doc", params });
      await refresh("listDocumentations", "getDocumentation");
    },
  });
  return (
    <Dialog title="Delete version" isOpen onClose={onClose}>
      <p>Version {label} and all its pages are deleted. They cannot be restored.</p>
      <Refusal error={remove.error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          Delete version
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
