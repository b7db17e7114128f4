import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { schemaTypes } from "@lintel/contract/words/design";
import { useApi } from "../../api/scope.ts";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Section } from "../../parts/page.tsx";
import { offerUndo } from "../../parts/offer-undo.ts";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { RecordButtons } from "../../parts/record-buttons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import {
  deleteHeader,
  refreshHeaders,
  saveHeader,
  type Header,
  type HeaderPlace,
} from "./header-place.ts";

import { listPoliciesWith, restoreHeader } from "./restore-header.ts";

export interface HeaderPanelProps {
  readonly place: HeaderPlace;
  /** null: a new one. */
  readonly header: Header | null;
  readonly canWrite: boolean;
  readonly canDelete: boolean;
  readonly onClose: () => void;
}

type SchemaType = (typeof schemaTypes)[number];

/** One header component: its type, what it means, and where it is used. */
export function HeaderPanel({ place, header, canWrite, canDelete, onClose }: HeaderPanelProps) {
  const api = useApi();
  // What another person changes while the panel is open is a conflict, so the version that was opened is sent.
  const [opened] = useState(header);
  const [name, setName] = useState(header?.name ?? "");
  const [type, setType] = useState<SchemaType>(header?.schemaType ?? "string");
  const [format, setFormat] = useState(header?.schemaFormat ?? "");
  const [description, setDescription] = useState(header?.description ?? "");
  const [example, setExample] = useState(textOf(header?.example));
  const [required, setRequired] = useState(header?.required ?? false);
  const [isDeprecated, setIsDeprecated] = useState(header?.isDeprecated ?? false);
  const onSettled = () => refreshHeaders(api);
  const save = useMutation({
    mutationFn: () =>
      saveHeader(api, place, opened, {
        name: name.trim(),
        schemaType: type,
        required,
        isDeprecated,
        description,
        ...(format.trim() === (opened?.schemaFormat ?? "") ? {} : { schemaFormat: format.trim() }),
        ...(example === textOf(opened?.example) ? {} : { example }),
      }),
    onSuccess: onClose,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async (deleted: Header) => {
      const policies = await listPoliciesWith(api, place, deleted.id);
      await deleteHeader(api, place, deleted.id);
      return policies;
    },
    onSuccess: (policies, deleted) => {
      onClose();
      offerUndo(`Header ${deleted.name} deleted`, async () => {
        await restoreHeader(api, place, deleted, policies);
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
    <Panel title={header === null ? "Create header" : header.name} onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          isMono
          help="Such as X-Request-Id."
          value={name}
          onChange={setName}
          isReadOnly={!canWrite}
          autoFocus={header === null}
        />
        <Select
          label="Type"
          value={type}
          isDisabled={!canWrite}
          choices={schemaTypes.map((value) => ({ value, name: value }))}
          onChange={setType}
        />
        <TextField
          label="Format"
          isOptional
          help="Such as uuid, date-time or int32."
          value={format}
          onChange={setFormat}
          isReadOnly={!canWrite}
        />
        <TextField
          label="Description"
          isOptional
          rows={3}
          value={description}
          onChange={setDescription}
          isReadOnly={!canWrite}
        />
        <TextField
          label="Example"
          isOptional
          isMono
          value={example}
          onChange={setExample}
          isReadOnly={!canWrite}
        />
        <Checkbox
          label="Every message has it"
          isChecked={required}
          isDisabled={!canWrite}
          onChange={setRequired}
        />
        <Checkbox
          label="Deprecated"
          isChecked={isDeprecated}
          isDisabled={!canWrite}
          onChange={setIsDeprecated}
        />
        <Refusal error={save.error ?? remove.error} />
        {canWrite && (
          <RecordButtons
            noun="header"
            isNew={header === null}
            reason={name.trim() === "" ? "Enter a name first." : null}
            isSaving={save.isPending}
            onDelete={canDelete && header !== null ? () => remove.mutate(header) : null}
            isDeleting={remove.isPending}
          />
        )}
      </form>
      {header !== null && place.level !== "organization" && (
        <HeaderUsage place={place} id={header.id} />
      )}
    </Panel>
  );
}

interface HeaderUsageProps {
  readonly place: Exclude<HeaderPlace, { readonly level: "organization" }>;
  readonly id: string;
}

/** The responses and the policies that have the header: they lose it when it is deleted. */
function HeaderUsage({ place, id }: HeaderUsageProps) {
  const read = useQuery(
    useApi().query("getHeaderComponent", { ...place, componentId: id, includeUsage: true }),
  );
  return (
    <Section title="Used by">
      <QueryView query={read}>
        {({ usage }) => {
          const places = [
            ...(usage?.policies ?? []).map((policy) => ({
              id: policy.id,
              text: `Policy ${policy.name}`,
            })),
            ...(usage?.responseHeaders ?? []).map(
              ({ responseHeaderId, method, path, statusCode }) => ({
                id: responseHeaderId,
                text: `${method.toUpperCase()} ${path}, ${statusCode}`,
              }),
            ),
          ];
          if (places.length === 0) return <p>Nothing uses it yet.</p>;
          return (
            <ul>
              {places.map((each) => (
                <li key={each.id}>{each.text}</li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Section>
  );
}

function textOf(example: unknown): string {
  if (example === null || example === undefined) return "";
  return typeof example === "string" ? example : JSON.stringify(example);
}
