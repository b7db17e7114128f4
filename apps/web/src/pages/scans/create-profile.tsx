import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { useSpecVersions } from "./use-spec-versions.ts";

/** Asks for what every profile needs; the rest is set on its page. */
export function CreateProfile({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const client = useQueryClient();
  const navigate = useNavigate();
  const { versions } = useSpecVersions();
  const { data: environments } = useQuery(api.query("listEnvironments", { projectId }));
  const [name, setName] = useState("");
  const [chosenEnvironment, setEnvironment] = useState("");
  const [chosenVersion, setVersion] = useState("");
  const environmentId = chosenEnvironment || (environments?.[0]?.id ?? "");
  const specVersionId = chosenVersion || (versions[0]?.versionId ?? "");
  const create = useMutation({
    mutationFn: () =>
      api.call("createScanProfile", {
        projectId,
        name,
        environmentId,
        ...(specVersionId === "" ? {} : { specVersionId }),
      }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: [api.organization, "listScanProfiles"] });
      await navigate({
        to: "/$org/$project/scan-profiles/$profile",
        params: { org, project, profile: id },
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const isIncomplete = name.trim() === "" || environmentId === "";
  return (
    <Dialog title="Create scan profile" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          isRequired
          validationBehavior="aria"
          error={create.error === null ? null : describeError(create.error)}
        />
        <Select
          label="Environment"
          value={environmentId}
          choices={(environments ?? []).map((one) => ({
            value: one.id,
            name: `${one.name} · ${one.baseUrl}`,
          }))}
          onChange={setEnvironment}
        />
        {environments?.length === 0 && (
          <p>The project has no environment yet. Create one: it has the address that is scanned.</p>
        )}
        <Select
          label="Specification"
          value={specVersionId}
          choices={versions.map((one) => ({ value: one.versionId, name: one.name }))}
          onChange={setVersion}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={isIncomplete || create.isPending}>
            Create scan profile
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
