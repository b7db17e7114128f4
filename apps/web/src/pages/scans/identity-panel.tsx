import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { ScanAuth, ScanIdentity } from "@lintel/contract/shapes/scan-identity";
import { keyPlaces } from "@lintel/contract/words/security";
import { Button } from "../../parts/button.tsx";
import { DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { SuiteChoice } from "./suite-choice.tsx";
import {
  authFields,
  authKinds,
  toForm,
  toIdentity,
  type AuthField,
  type IdentityForm,
} from "./identity-fields.ts";
import type { ChangeProfile } from "./use-profile.ts";

export interface IdentityPanelProps {
  /** null: a new one. */
  readonly identity: ScanIdentity | null;
  readonly change: ChangeProfile;
  readonly onClose: () => void;
}

/** Edits an identity. What is typed here is in no draft, because it contains secrets. */
export function IdentityPanel({ identity, change, onClose }: IdentityPanelProps) {
  const [form, setForm] = useState(() => toForm(identity));
  const save = useMutation({
    mutationFn: async () => {
      const made = toIdentity(form);
      await change(({ identities, accessRules }) => ({
        identities: replace(identities, identity, made),
        accessRules: accessRules.map((rule) =>
          rule.identity === identity?.name ? { ...rule, identity: made.name } : rule,
        ),
      }));
    },
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const types = Object.entries(authKinds) as [ScanAuth["type"], string][];
  const isNew = identity === null || identity.auth.type !== form.type;
  return (
    <Panel
      title={identity === null ? "Add identity" : `Identity ${identity.name}`}
      onClose={onClose}
    >
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          value={form.name}
          onChange={(name) => setForm({ ...form, name })}
          autoFocus
          help="The access matrix uses it. Letters, digits and . _ @ -"
        />
        <TextField
          label="Role"
          isOptional
          value={form.role}
          onChange={(role) => setForm({ ...form, role })}
          help="The target’s word for it, such as customer."
        />
        <TextField
          label="Rank"
          inputMode="numeric"
          value={form.rank}
          onChange={(rank) => setForm({ ...form, rank })}
          help="The higher, the more it may do; identities of the same rank are peers."
        />
        <Select
          label="Sign-in"
          value={form.type}
          choices={types.map(([value, name]) => ({ value, name }))}
          onChange={(type) => setForm({ ...form, type, fields: {} })}
        />
        {authFields[form.type].map((field) => (
          <AuthInput key={field.key} field={field} form={form} onChange={setForm} isNew={isNew} />
        ))}
        <Refusal error={describe(save.error)} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={form.name.trim() === "" || save.isPending}
          >
            {identity === null ? "Add identity" : "Save identity"}
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}

function replace(
  all: readonly ScanIdentity[],
  old: ScanIdentity | null,
  made: ScanIdentity,
): ScanIdentity[] {
  if (old === null) return [...all, made];
  return all.map((one) => (one.name === old.name ? made : one));
}

const describe = (error: Error | null): Error | null =>
  error instanceof SyntaxError
    ? new Error('A field is no JSON. Write an object, such as {"email": "a@example.com"}.')
    : error;

interface AuthInputProps {
  readonly field: AuthField;
  readonly form: IdentityForm;
  readonly onChange: (form: IdentityForm) => void;
  /** Whether no secret is stored yet. */
  readonly isNew: boolean;
}

function AuthInput({ field, form, onChange, isNew }: AuthInputProps) {
  const { key, label, kind, isOptional = false, help } = field;
  const value = form.fields[key] ?? "";
  const set = (text: string) => onChange({ ...form, fields: { ...form.fields, [key]: text } });
  if (kind === "place")
    return (
      <Select
        label={label}
        value={value === "" ? "header" : value}
        choices={keyPlaces.map((place) => ({ value: place as string, name: place }))}
        onChange={set}
      />
    );
  if (kind === "suite") return <SuiteChoice label={label} value={value} onChange={set} />;
  const isSecret = kind !== "text";
  return (
    <TextField
      label={label}
      value={value}
      onChange={set}
      isOptional={isOptional}
      isMono={isSecret}
      type={kind === "secret" ? "password" : "text"}
      autoComplete="off"
      rows={kind === "secretJson" || kind === "secretLines" ? 4 : 1}
      help={isSecret && !isNew ? "Stored and never shown. Empty keeps it." : help}
    />
  );
}
