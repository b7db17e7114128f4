import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { DocumentForm, type GivenDocument } from "./document-form.tsx";
import { ImportReport } from "./import-report.tsx";

type Report = Output<"importSpec">;

/** Imports a document from a file, an address or the clipboard, and then shows what was found in it. */
export function ImportSpec({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const [report, setReport] = useState<Report | null>(null);
  const importing = useMutation({
    mutationFn: (given: GivenDocument) => api.call("importSpec", { projectId, ...given }),
    onSuccess: async (made) => {
      setReport(made);
      await queryClient.invalidateQueries({ queryKey: [api.organization, "listSpecs"] });
    },
  });
  if (report !== null) return <Imported report={report} onClose={onClose} />;
  return (
    <Dialog title="Import document" isOpen onClose={onClose}>
      <DocumentForm
        button="Import document"
        busyButton="Importing …"
        error={importing.error}
        isBusy={importing.isPending}
        onSubmit={importing.mutate}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function Imported({ report, onClose }: { report: Report; onClose: () => void }) {
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const { spec, version } = report;
  const params = { org, project, spec: spec?.id ?? "", version: version?.id ?? "" };
  const open = () => void navigate({ to: "/$org/$project/specs/$spec/$version", params });
  const openProblems = () =>
    void navigate({ to: "/$org/$project/specs/$spec/$version/lint", params });
  const isValid = report.warnings.length === 0;
  return (
    <Dialog
      title={spec === null ? "Document imported" : `${spec.name} imported`}
      isOpen
      onClose={onClose}
    >
      <ImportReport report={report} />
      <DialogButtons>
        <Button kind={isValid ? "plain" : "primary"} onPress={openProblems} autoFocus={!isValid}>
          Open problems
        </Button>
        <Button kind={isValid ? "primary" : "plain"} onPress={open} autoFocus={isValid}>
          Open specification
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
