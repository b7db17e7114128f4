import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { queryClient } from "../../api/query-client.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { TextField } from "../../parts/field.tsx";
import { offerUndo } from "../../parts/offer-undo.ts";
import { Panel } from "../../parts/panel.tsx";
import { RecordButtons } from "../../parts/record-buttons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { useEditLock, useVersion, useVersionPlace } from "../../design/use-version.ts";
import { restoreTag } from "./restore-tag.ts";
import type { Tag } from "./tag.types.ts";

export interface TagPanelProps {
  /** null: a new one. */
  readonly tag: Tag | null;
  readonly tags: readonly Tag[];
  readonly onClose: () => void;
}

const stale = ["listTags", "getVersionTree", "getEndpoint"] as const;

/** Describes a tag. Another name is changed on its endpoints as well. */
export function TagPanel({ tag, tags, onClose }: TagPanelProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const lock = useEditLock();
  const canDelete = useCan("specs:delete");
  const has32 = useVersion().data?.openapiVersion === "3.2";
  const [text, setText] = useState(() => textOf(tag));
  const [rowVersion] = useState(tag?.rowVersion ?? "");
  const set = (name: keyof TagText) => (value: string) => setText({ ...text, [name]: value });
  const onSettled = () =>
    Promise.all(
      stale.map((name) => queryClient.invalidateQueries({ queryKey: [api.organization, name] })),
    );
  const save = useMutation({
    mutationFn: async () => {
      const fields = readTag(text, has32);
      if (tag === null) await api.call("createTag", { ...place, ...fields });
      else await api.call("updateTag", { ...place, tagId: tag.id, rowVersion, ...fields });
    },
    onSuccess: onClose,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (deleted: Tag) => api.call("deleteTag", { ...place, tagId: deleted.id }),
    onSuccess: (_, deleted) => {
      onClose();
      offerUndo(`Tag ${deleted.name} deleted`, async () => {
        await restoreTag(api, place, deleted, tags);
        await onSettled();
      });
    },
    onSettled,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isReadOnly = lock !== null;
  const parents = tags.filter(({ id }) => id !== tag?.id);
  return (
    <Panel title={tag === null ? "Create tag" : tag.name} onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          help={tag === null ? "Without a comma." : "Another name is changed on its endpoints too."}
          value={text.name}
          onChange={set("name")}
          isReadOnly={isReadOnly}
          autoFocus={tag === null}
        />
        <TextField
          label="Description"
          isOptional
          rows={4}
          help="Markdown, shown above its endpoints in the reference."
          value={text.description}
          onChange={set("description")}
          isReadOnly={isReadOnly}
        />
        {has32 && (
          <>
            <TextField
              label="Summary"
              isOptional
              value={text.summary}
              onChange={set("summary")}
              isReadOnly={isReadOnly}
            />
            <Select
              label="In the tag"
              value={text.parent}
              isDisabled={isReadOnly}
              choices={[
                { value: "", name: "None" },
                ...parents.map(({ name }) => ({ value: name, name })),
              ]}
              onChange={set("parent")}
            />
            <TextField
              label="Kind"
              isOptional
              help="Such as nav, badge or audience."
              value={text.kind}
              onChange={set("kind")}
              isReadOnly={isReadOnly}
            />
          </>
        )}
        <TextField
          label="Icon"
          isOptional
          help="An emoji or the name of an icon. It is never exported."
          value={text.icon}
          onChange={set("icon")}
          isReadOnly={isReadOnly}
        />
        <Refusal error={save.error ?? remove.error} />
        {!isReadOnly && (
          <RecordButtons
            noun="tag"
            isNew={tag === null}
            reason={whyNot(text.name)}
            isSaving={save.isPending}
            onDelete={canDelete && tag !== null ? () => remove.mutate(tag) : null}
            isDeleting={remove.isPending}
          />
        )}
      </form>
    </Panel>
  );
}

type TagText = ReturnType<typeof textOf>;

const textOf = (tag: Tag | null) => ({
  name: tag?.name ?? "",
  description: tag?.description ?? "",
  icon: tag?.icon ?? "",
  summary: tag?.summary ?? "",
  parent: tag?.parent ?? "",
  kind: tag?.kind ?? "",
});

/** The fields as the operations take them; those of OpenAPI 3.2 only where the document has them. */
function readTag({ name, description, icon, summary, parent, kind }: TagText, has32: boolean) {
  const orNull = (value: string) => (value.trim() === "" ? null : value);
  return {
    name: name.trim(),
    description: orNull(description),
    icon: orNull(icon),
    ...(has32 ? { summary: orNull(summary), parent: orNull(parent), kind: orNull(kind) } : {}),
  };
}

function whyNot(name: string): string | null {
  if (name.trim() === "") return "Enter a name first.";
  return name.includes(",") ? "Enter a name without a comma." : null;
}
