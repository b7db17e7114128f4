import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { useUndo } from "../../drafts/edit-history.ts";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Page, Section } from "../../parts/page.tsx";
import { LockNote } from "../../design/lock-note.tsx";
import { useEditLock } from "../../design/use-version.ts";
import { InfoForm } from "./info-form.tsx";
import { infoLabels, type InfoFields, type VersionInfo } from "./info-fields.ts";
import { ServerList } from "./server-list.tsx";
import { useInfoDraft } from "./use-info-draft.ts";

/** Fields are saved when they are left. */
export function InfoEditor({ info }: { readonly info: VersionInfo }) {
  const lock = useEditLock();
  const draft = useInfoDraft(info);
  const { fields, change, state, savedAt, error, conflicts } = draft;
  const save = () => void draft.commit();
  useUndo("info");
  useShortcut(lock === null ? "mod+s" : null, "Save", save);
  const note =
    lock === null ? (
      <SaveNote state={state} savedAt={savedAt} error={error} onRetry={save} />
    ) : (
      <LockNote lock={lock} />
    );
  const form = { fields, change, commit: save, isLocked: lock !== null };
  const { openapiVersion } = info;
  const set = (servers: InfoFields["servers"], isDone: boolean) => {
    change({ servers });
    if (isDone) save();
  };
  return (
    <Page title="Info" note={note} width="detail">
      <InfoForm {...form} part="about" openapiVersion={openapiVersion} />
      <Section title="Servers">
        <ServerList
          text={fields.servers}
          isLocked={lock !== null}
          hasNames={openapiVersion === "3.2"}
          onChange={(servers) => set(servers, false)}
          onCommit={save}
          onSet={(servers) => set(servers, true)}
        />
      </Section>
      <Section title="Contact">
        <InfoForm {...form} part="contact" openapiVersion={openapiVersion} />
      </Section>
      <Section title="Licence">
        <InfoForm {...form} part="license" openapiVersion={openapiVersion} />
      </Section>
      <Section title="External documentation">
        <InfoForm {...form} part="docs" openapiVersion={openapiVersion} />
      </Section>
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          labels={infoLabels}
          onResolve={draft.resolve}
          onLater={draft.postpone}
        />
      )}
    </Page>
  );
}
