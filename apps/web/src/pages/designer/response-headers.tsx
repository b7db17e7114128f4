import { useMutation } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SchemaType } from "@lintel/contract/words/design";
import type { ResponseHeader } from "@lintel/contract/shapes/response";
import type { Input } from "../../api/api.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { AddForm } from "./add-form.tsx";
import { types } from "./parameter-choices.ts";
import type { ResponseItemProps } from "./endpoint-parts.types.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import styles from "./rows.module.css";

type Change = Omit<
  Input<"manageResponseHeader">,
  "projectId" | "specId" | "endpointId" | "responseId"
>;

/** The headers of a response. */
export function ResponseHeaders({ endpoint, response, isLocked }: ResponseItemProps) {
  const api = useApi();
  const canDelete = useCan("specs:delete");
  const { place } = useVersionPlace();
  const { reload } = useEndpoint(endpoint.id);
  const [isAdding, setIsAdding] = useState(false);
  const change = useMutation({
    mutationFn: async (fields: Change) => {
      const { projectId, specId } = place;
      const of = { projectId, specId, endpointId: endpoint.id, responseId: response.id };
      await api.call("manageResponseHeader", { ...of, ...fields });
      await reload();
    },
    onSuccess: () => setIsAdding(false),
  });
  const remove = ({ id }: ResponseHeader) =>
    change.mutate({ action: "delete", responseHeaderId: id });
  if (response.headers.length === 0 && isLocked) return null;
  return (
    <div role="group" aria-label={`Headers of response ${response.statusCode}`}>
      <ul>
        {response.headers.map((header) => (
          <li key={header.id} className={`${styles["row"]} ${styles["header"]}`}>
            <code>{header.name}</code>
            <span>{header.schemaType}</span>
            <span>{header.required ? "Required" : ""}</span>
            <span className={styles["text"]}>{header.description}</span>
            {isLocked || !canDelete ? (
              <span />
            ) : (
              <IconButton
                label={`Delete header ${header.name ?? ""}`}
                onPress={() => remove(header)}
              >
                <Trash2 size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {isAdding ? (
        <AddHeader onAdd={change.mutate} onCancel={() => setIsAdding(false)} />
      ) : (
        !isLocked && (
          <Button kind="quiet" onPress={() => setIsAdding(true)}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
            Add header
          </Button>
        )
      )}
      <Refusal error={change.error} />
    </div>
  );
}

function AddHeader({ onAdd, onCancel }: { onAdd: (change: Change) => void; onCancel: () => void }) {
  const [name, setName] = useState("");
  const [schemaType, setSchemaType] = useState<SchemaType>("string");
  return (
    <AddForm
      label="Add header"
      isReady={name.trim() !== ""}
      onAdd={() => onAdd({ action: "add", name, schemaType })}
      onCancel={onCancel}
    >
      <TextField label="Header" isMono value={name} onChange={setName} autoFocus />
      <Select label="Type" value={schemaType} choices={types} onChange={setSchemaType} />
    </AddForm>
  );
}
