import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { DocumentForm, type GivenDocument } from "../specs/document-form.tsx";
import { ImportReport } from "../specs/import-report.tsx";
import { MergedChanges } from "./merged-changes.tsx";
import type { VersionDialogProps } from "./version-dialog.types.ts";

type Report = Output<"importSpec">;

const sides = [
  { value: "mine", name: "Keep the edits made here" },
  { value: "theirs", name: "Take the document" },
] as const;

/** Merges a document into the newest draft. What it would change is shown before anything is changed. */
export function ImportVersion({ version, onClose }: VersionDialogProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { projectId, specId } = place;
  const [prefer, setPrefer] = useState<"mine" | "theirs">("mine");
  const [given, setGiven] = useState<GivenDocument | null>(null);
  const [done, setDone] = useState<Report | null>(null);
  const call = (document: GivenDocument, isPreview: boolean) =>
    api.call("importSpec", { projectId, specId, prefer, isPreview, ...document });
  const preview = useMutation({
    mutationFn: (document: GivenDocument) => {
      setGiven(document);
      return call(document, true);
    },
  });
  const merge = useMutation({
    mutationFn: (document: GivenDocument) => call(document, false),
    onSuccess: setDone,
  });
  const title = `Import into version ${version.version}`;
  if (done !== null)
    return (
      <Dialog
        title={`Imported into version ${version.version}`}
        isOpen
        onClose={onClose}
        width="wide"
      >
        <ImportReport report={done} />
        <MergedChanges report={done} />
        <DialogButtons>
          <Button kind="primary" onPress={onClose} autoFocus>
            Done
          </Button>
        </DialogButtons>
      </Dialog>
    );
  if (preview.data === undefined || given === null)
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <DocumentForm
          button="Show changes"
          busyButton="Reading …"
          error={preview.error}
          isBusy={preview.isPending}
          onSubmit={preview.mutate}
          onCancel={onClose}
        >
          <Select
            label="Where both changed the same"
            value={prefer}
            choices={sides}
            onChange={setPrefer}
          />
        </DocumentForm>
      </Dialog>
    );
  return (
    <Dialog title={title} isOpen onClose={onClose} width="wide">
      <MergedChanges report={preview.data} />
      <Refusal error={merge.error} />
      <DialogButtons>
        <Button onPress={preview.reset}>Back</Button>
        <Button
          kind="primary"
          reason={preview.data.changeCount === 0 ? "The document changes nothing." : null}
          isDisabled={merge.isPending}
          onPress={() => merge.mutate(given)}
        >
          {merge.isPending ? "Importing …" : "Import document"}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
