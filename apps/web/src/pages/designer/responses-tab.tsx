import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { AddForm } from "./add-form.tsx";
import type { AddProps, PartsProps } from "./endpoint-parts.types.ts";
import { ResponseItem } from "./response-item.tsx";
import { toStatusNumber } from "./status-code.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import styles from "./rows.module.css";

export function ResponsesTab({ endpoint, isLocked }: PartsProps) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-label="Responses">
      {endpoint.responses.length === 0 && <Empty text="No responses. Add at least one." />}
      {endpoint.responses.map((response) => (
        <ResponseItem
          key={response.id}
          endpoint={endpoint}
          response={response}
          isLocked={isLocked}
        />
      ))}
      {isAdding && <AddResponse endpoint={endpoint} onDone={() => setIsAdding(false)} />}
      {!isLocked && !isAdding && (
        <div className={styles["add"]}>
          <Button onPress={() => setIsAdding(true)}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
            Add response
          </Button>
        </div>
      )}
    </section>
  );
}

function AddResponse({ endpoint, onDone }: AddProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { reload } = useEndpoint(endpoint.id);
  const [status, setStatus] = useState("200");
  const [description, setDescription] = useState("");
  const code = toStatusNumber(status);
  const add = useMutation({
    mutationFn: async () => {
      const { projectId, specId } = place;
      const fields = { statusCode: code ?? 0, description };
      await api.call("addResponse", { projectId, specId, endpointId: endpoint.id, ...fields });
      await reload();
    },
    onSuccess: onDone,
  });
  return (
    <AddForm
      label="Add response"
      isReady={code !== null && !add.isPending}
      error={add.error}
      onAdd={() => add.mutate()}
      onCancel={onDone}
    >
      <TextField
        label="Status"
        help="200, 4XX or default"
        isMono
        value={status}
        onChange={setStatus}
        autoFocus
      />
      <TextField label="Description" value={description} onChange={setDescription} />
    </AddForm>
  );
}
