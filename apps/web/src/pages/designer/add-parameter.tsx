import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { AddForm } from "./add-form.tsx";
import type { AddProps } from "./endpoint-parts.types.ts";
import type { ParameterLocation, SchemaType } from "@lintel/contract/words/design";
import { useApi } from "../../api/scope.ts";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { locations, types } from "./parameter-choices.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "../../design/use-version.ts";

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
  return (
    <AddForm
      label="Add parameter"
      isReady={name.trim() !== "" && !add.isPending}
      error={add.error}
      onAdd={() => add.mutate()}
      onCancel={onDone}
    >
      <TextField label="Name" isMono value={name} onChange={setName} autoFocus />
      <Select label="In" value={location} choices={locations} onChange={setLocation} />
      <Select label="Type" value={schemaType} choices={types} onChange={setSchemaType} />
    </AddForm>
  );
}
