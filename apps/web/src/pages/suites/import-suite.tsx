import { useMutation } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { queryClient } from "../../api/query-client.ts";
import { Refusal as RefusalError, describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { CodeEditor } from "../../parts/code-editor.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { showToast } from "../../parts/toast.tsx";
import styles from "./suites.module.css";

/** Creates a suite from its YAML file, or updates the suite of the same folder and name. */
export function ImportSuite({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const [yaml, setYaml] = useState("");
  const read = useMutation({
    mutationFn: () => api.call("importSuite", { projectId, yaml }),
    onSuccess: async ({ id, isNew, added, changed, removed }) => {
      await queryClient.invalidateQueries({ queryKey: [api.organization] });
      const counts = `${added} cases added, ${changed} changed, ${removed} removed`;
      showToast(isNew ? "Suite created" : `Suite updated: ${counts}`);
      const params = { org, project, suite: id };
      await navigate({ to: "/$org/$project/suites/$suite", params });
    },
  });
  const write = (text: string) => {
    setYaml(text);
    read.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    read.mutate();
  };
  return (
    <Dialog title="Import suite" isOpen onClose={onClose} width="wide">
      <form className="form" onSubmit={submit}>
        <label className={styles["file"]}>
          File <span className={styles["note"]}>or paste its YAML below</span>
          <input
            type="file"
            accept=".yaml,.yml"
            onChange={({ target }) => {
              void target.files?.[0]?.text().then(write);
              // The same file can be chosen again after it was corrected.
              target.value = "";
            }}
          />
        </label>
        <CodeEditor label="YAML of the suite" language="yaml" text={yaml} onChange={write} />
        <Problems error={read.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={yaml.trim() === "" || read.isPending}>
            Import suite
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function Problems({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const errors = error instanceof RefusalError ? (error.problem.errors ?? []) : [];
  return (
    <div role="alert" className={styles["problem"]}>
      <p>{describeError(error)}</p>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field}</code>: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
