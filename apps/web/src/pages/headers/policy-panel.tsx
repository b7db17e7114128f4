import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useApi } from "../../api/scope.ts";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { offerUndo } from "../../parts/offer-undo.ts";
import { Panel } from "../../parts/panel.tsx";
import { RecordButtons } from "../../parts/record-buttons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { toggled } from "../../parts/selection.ts";
import { refreshHeaders, type Header } from "./header-place.ts";
import {
  deletePolicy,
  savePolicy,
  type CoveredSpec,
  type HeaderPolicy,
  type PolicyPlace,
} from "./policy-place.ts";

export interface PolicyPanelProps {
  readonly place: PolicyPlace;
  /** null: a new one. */
  readonly policy: HeaderPolicy | null;
  /** The header components that it may add. */
  readonly headers: readonly Header[];
  /** The specifications that it may cover. */
  readonly specs: readonly CoveredSpec[];
  readonly canWrite: boolean;
  readonly canDelete: boolean;
  readonly onClose: () => void;
}

/** One header policy: which headers it adds, to requests or responses, of which specifications. */
export function PolicyPanel(props: PolicyPanelProps) {
  const { place, policy, headers, specs, canWrite, canDelete, onClose } = props;
  const api = useApi();
  // What another person changes while the panel is open is a conflict, so the version that was opened is sent.
  const [opened] = useState(policy);
  const [name, setName] = useState(policy?.name ?? "");
  const [appliesTo, setAppliesTo] = useState(policy?.appliesTo ?? "responses");
  const [isOfAll, setIsOfAll] = useState((policy?.specIds ?? null) === null);
  const [specIds, setSpecIds] = useState<ReadonlySet<string>>(new Set(policy?.specIds ?? []));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(policy?.headers.map(({ componentId }) => componentId) ?? []),
  );
  const onSettled = () => refreshHeaders(api);
  const save = useMutation({
    mutationFn: () =>
      savePolicy(api, place, opened, {
        name: name.trim(),
        appliesTo,
        specIds: isOfAll ? null : [...specIds],
        componentIds: [...chosen],
      }),
    onSuccess: onClose,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (deleted: HeaderPolicy) => deletePolicy(api, place, deleted.id),
    onSuccess: (_, deleted) => {
      onClose();
      const componentIds = deleted.headers.map(({ componentId }) => componentId);
      const { name: called, description, appliesTo: of, specIds: covered } = deleted;
      const fields = { name: called, description, appliesTo: of, specIds: covered, componentIds };
      offerUndo(`Policy ${called} deleted`, async () => {
        await savePolicy(api, place, null, fields);
        await onSettled();
      });
    },
    onSettled,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Panel title={policy === null ? "Create policy" : policy.name} onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          isReadOnly={!canWrite}
          autoFocus={policy === null}
        />
        <Select
          label="Adds headers to"
          value={appliesTo}
          isDisabled={!canWrite}
          choices={[
            { value: "responses", name: "Responses" },
            { value: "requests", name: "Requests" },
          ]}
          onChange={setAppliesTo}
        />
        <fieldset>
          <legend>Headers</legend>
          {headers.map(({ id, name: header }) => (
            <Checkbox
              key={id}
              label={header}
              isChecked={chosen.has(id)}
              isDisabled={!canWrite}
              onChange={() => setChosen(toggled(chosen, id))}
            />
          ))}
          {headers.length === 0 && <p>Create a header first.</p>}
        </fieldset>
        <fieldset>
          <legend>Covers</legend>
          <Checkbox
            label="Every specification"
            isChecked={isOfAll}
            isDisabled={!canWrite}
            onChange={setIsOfAll}
          />
          {!isOfAll &&
            specs.map((spec) => (
              <Checkbox
                key={spec.id}
                label={spec.name}
                isChecked={specIds.has(spec.id)}
                isDisabled={!canWrite}
                onChange={() => setSpecIds(toggled(specIds, spec.id))}
              />
            ))}
        </fieldset>
        <Refusal error={save.error ?? remove.error} />
        {canWrite && (
          <RecordButtons
            noun="policy"
            isNew={policy === null}
            reason={name.trim() === "" ? "Enter a name first." : null}
            isSaving={save.isPending}
            onDelete={canDelete && policy !== null ? () => remove.mutate(policy) : null}
            isDeleting={remove.isPending}
          />
        )}
      </form>
    </Panel>
  );
}
