import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { useApi, useCan, useOrganization, useProject } from "../../api/scope.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Section } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { settingLabels, toSettings, toUpdate, type SettingFields } from "./setting-fields.ts";
import { useRefreshDocs } from "./use-doc.ts";
import styles from "./doc-settings.module.css";

type Documentation = Output<"getDocumentation">;

/** The name, the portal, approval and branding of a documentation. */
export function DocSettings({ documentation }: { readonly documentation: Documentation }) {
  const [canWrite, canPublish] = [useCan("docs:write"), useCan("docs:publish")];
  const draft = useSettingsDraft(documentation);
  const { fields, change, commit, state, savedAt, error, conflicts, resolve, postpone } = draft;
  const save = () => void commit();
  useShortcut(canWrite ? "mod+s" : null, "Save", save);
  const text = (field: "name" | "slug" | "logoUrl" | "faviconUrl" | "primaryColor") => ({
    label: settingLabels[field],
    value: fields[field],
    onChange: (value: string) => change({ [field]: value }),
    onBlur: save,
  });
  const choice = (field: "portalEnabled" | "requireApproval" | "allowsExternalImages") => ({
    label: settingLabels[field],
    isChecked: fields[field],
    isDisabled: !canPublish,
    onChange: (isChecked: boolean) => {
      change({ [field]: isChecked });
      save();
    },
  });
  const isFixed = { isReadOnly: !canPublish };
  return (
    <div className={styles["settings"]}>
      <SaveNote state={state} savedAt={savedAt} error={error} onRetry={save} />
      <Section title="Address">
        <div className="form">
          <TextField {...text("name")} isReadOnly={!canWrite} />
          <TextField {...text("slug")} isMono isReadOnly={!canWrite} />
        </div>
      </Section>
      <Section title="Portal">
        <div className="form">
          <Checkbox {...choice("portalEnabled")} />
          <Checkbox {...choice("requireApproval")} />
          <Checkbox {...choice("allowsExternalImages")} />
        </div>
      </Section>
      <Section title="Branding">
        <div className="form">
          <TextField {...text("logoUrl")} {...isFixed} isOptional help="An address of an image." />
          <TextField {...text("faviconUrl")} {...isFixed} isOptional help="Default: the logo." />
          <TextField {...text("primaryColor")} {...isFixed} isOptional isMono help="As #1a2b3c." />
          <Select
            label={settingLabels.typeface}
            value={fields.typeface}
            choices={typefaces}
            isDisabled={!canPublish}
            onChange={(typeface) => {
              change({ typeface });
              save();
            }}
          />
        </div>
      </Section>
      {canPublish && <DeleteDocumentation documentation={documentation} />}
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          labels={settingLabels}
          onResolve={resolve}
          onLater={postpone}
        />
      )}
    </div>
  );
}

const typefaces = [
  { value: "", name: "The fonts of the reader's system" },
  { value: "geist", name: "Geist" },
] as const;

function useSettingsDraft(documentation: Documentation) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { id: projectId } = useProject();
  const canPublish = useCan("docs:publish");
  const refresh = useRefreshDocs();
  const { queryKey } = api.query("getDocumentation", { projectId, docId: documentation.id });
  const call = { projectId, docId: documentation.id };
  const known = useNewest(documentation);
  return useDraft<SettingFields>({
    key: `${session.user.id}:documentation:${documentation.id}`,
    server: toSettings(documentation),
    save: async (fields) => {
      const { rowVersion } = known.newest;
      const update = toUpdate(fields, canPublish);
      known.newest = await api.call("updateDocumentation", { ...call, ...update, rowVersion });
      client.setQueryData(queryKey, known.newest);
      await refresh("listDocumentations");
    },
    reload: async () => {
      known.newest = await client.fetchQuery({
        ...api.query("getDocumentation", call),
        staleTime: 0,
      });
      return toSettings(known.newest);
    },
  });
}

/** It cannot be restored: the name is asked for. */
function DeleteDocumentation({ documentation }: { readonly documentation: Documentation }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const refresh = useRefreshDocs();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const { id, name, versions } = documentation;
  const remove = async () => {
    try {
      await api.call("deleteDocumentation", { projectId, docId: id });
      await navigate({ to: "/$org/$project/docs", params: { org, project } });
      await refresh("listDocumentations");
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <Section title="Delete">
      <Button kind="danger" onPress={() => setIsOpen(true)}>
        Delete documentation
      </Button>
      <Dialog title="Delete documentation" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p>
          “{name}” goes with {versions.length === 1 ? "1 version" : `${versions.length} versions`}{" "}
          and all pages. This cannot be undone.
        </p>
        <TextField label={`Type “${name}”`} value={typed} onChange={setTyped} autoFocus />
        <Refusal error={error} />
        <DialogButtons>
          <Button onPress={() => setIsOpen(false)}>Cancel</Button>
          <Button kind="danger" isDisabled={typed !== name} onPress={() => void remove()}>
            Delete documentation
          </Button>
        </DialogButtons>
      </Dialog>
    </Section>
  );
}
