import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type DragEvent, type FormEvent } from "react";
import type { Output } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { ImportReport } from "./import-report.tsx";
import styles from "./import-spec.module.css";

type Report = Output<"importSpec">;

/** What a person gives: a text, which can come from a file, or an address. */
function toSource(given: string): { url: string } | { text: string } {
  return /^https?:\/\/\S+$/.test(given.trim()) ? { url: given.trim() } : { text: given };
}

/** Imports a document from a file, an address or the clipboard, and then shows what was found in it. */
export function ImportSpec({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const [given, setGiven] = useState("");
  const [report, setReport] = useState<Report | null>(null);
  const importing = useMutation({
    mutationFn: (text: string) => api.call("importSpec", { projectId, ...toSource(text) }),
    onSuccess: async (made) => {
      setReport(made);
      await queryClient.invalidateQueries({ queryKey: [api.organization, "listSpecs"] });
    },
  });
  if (report !== null) return <Imported report={report} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    importing.mutate(given);
  };
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = await file.text();
    setGiven(text);
    importing.mutate(text);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <Dialog title="Import document" isOpen onClose={onClose}>
      <form
        onSubmit={submit}
        className="form"
        onDrop={drop}
        onDragOver={(event) => event.preventDefault()}
      >
        <label className={styles["file"]}>
          <span>Choose a file, or drop it here</span>
          <input
            type="file"
            accept=".json,.yaml,.yml,application/json,application/yaml"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        </label>
        <TextField
          label="Address or text"
          help="OpenAPI 3.0 to 3.2 or Swagger 2.0, as YAML or JSON, or the address of such a document."
          rows={6}
          isMono
          value={given}
          onChange={setGiven}
          validationBehavior="aria"
          error={importing.error === null ? null : describeError(importing.error)}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={given.trim() === "" || importing.isPending}
          >
            {importing.isPending ? "Importing …" : "Import document"}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function Imported({ report, onClose }: { report: Report; onClose: () => void }) {
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const { spec, version } = report;
  const open = () => {
    const params = { org, project, spec: spec?.id ?? "", version: version?.id ?? "" };
    void navigate({ to: "/$org/$project/specs/$spec/$version", params });
  };
  return (
    <Dialog
      title={spec === null ? "Document imported" : `${spec.name} imported`}
      isOpen
      onClose={onClose}
    >
      <ImportReport report={report} />
      <DialogButtons>
        <Button kind="primary" onPress={open} autoFocus>
          Open specification
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
