import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { componentKinds, type ComponentKind } from "@lintel/contract/words/design";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { nameKind, startOf } from "./component-kinds.ts";

const kinds = componentKinds.map((value) => ({ value, name: nameKind(value) }));

export function CreateComponent({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const navigate = useNavigate();
  const { place, params } = useVersionPlace();
  const [kind, setKind] = useState<ComponentKind>("schemas");
  const [name, setName] = useState("");
  const create = useMutation({
    mutationFn: () =>
      api.call("createComponent", { ...place, kind, name, content: startOf(kind, name) }),
    onSuccess: ({ id }) =>
      navigate({
        to: "/$org/$project/specs/$spec/$version/components/$component",
        params: { ...params, component: id },
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="Create component" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Select label="Kind" value={kind} choices={kinds} onChange={setKind} />
        <TextField
          label="Name"
          help="Letters, digits, dots, dashes and underscores: the name in references."
          isMono
          autoFocus
          value={name}
          onChange={setName}
          validationBehavior="aria"
          error={create.error === null ? null : describeError(create.error)}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name === "" || create.isPending}>
            Create component
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
