import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { AddProps } from "./endpoint-parts.types.ts";
import type { ParameterLocation, SchemaType } from "@lintel/contract/words/design";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { locations, types } from "./parameter-choices.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "./use-version.ts";
import styles from "./rows.module.css";

export function AddParameter({ endpoint, onDone }: AddProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { reload } = useEndpoint(endpoint.id);
  const [name, setName] = useState("");
  const [location, setLocation] = useState<ParameterLocation>("query");
  const [schemaType, setSchemaType] = useState<SchemaType>("string");
  const add = useMutation({
    mutationFn: async () => {
      const { projectId, specId } = place;
      const endpointId = endpoint.id;
      await api.call("addParameter", { projectId, specId, endpointId, name, location, schemaType });
      await reload();
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className={styles["add"]} onSubmit={submit} aria-label="Add parameter">
      <TextField label="Name" isMono value={name} onChange={setName} autoFocus />
      <Select label="In" value={location} choices={locations} onChange={setLocation} />
      <Select label="Type" value={schemaType} choices={types} onChange={setSchemaType} />
      <Button type="submit" isDisabled={name.trim() === "" || add.isPending}>
        Add
      </Button>
      <Button kind="quiet" onPress={onDone}>
        Cancel
      </Button>
      {add.error !== null && (
        <p className={styles["wrong"]} role="alert">
          {describeError(add.error)}
        </p>
      )}
    </form>
  );
}
