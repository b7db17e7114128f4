import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { EnvironmentActions } from "./environment-actions.tsx";
import { environmentLabels, type Environment } from "./environment-fields.ts";
import { EnvironmentForm } from "./environment-form.tsx";
import { useEnvironmentDraft } from "./use-environment-draft.ts";

/** One environment. */
export function EnvironmentPage() {
  const { environment: environmentId = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const query = useQuery(useApi().query("getEnvironment", { projectId, environmentId }));
  return (
    <QueryView query={query}>
      {(found) => <EnvironmentEditor key={found.id} environment={found} />}
    </QueryView>
  );
}

/** Fields are saved when they are left, secrets when they are entered. */
function EnvironmentEditor({ environment }: { readonly environment: Environment }) {
  const canWrite = useCan("projects:write");
  const draft = useEnvironmentDraft(environment);
  const save = () => void draft.commit();
  useShortcut(canWrite ? "mod+s" : null, "Save", save);
  return (
    <Page
      title={environment.name}
      width="detail"
      note={canWrite ? <SaveNote {...draft} onRetry={save} /> : "View only"}
      actions={canWrite && <EnvironmentActions environment={environment} />}
    >
      <EnvironmentForm
        environment={environment}
        fields={draft.fields}
        change={draft.change}
        commit={save}
        isReadOnly={!canWrite}
      />
      {draft.conflicts.length > 0 && (
        <ConflictDialog
          conflicts={draft.conflicts}
          labels={environmentLabels}
          onResolve={draft.resolve}
          onLater={draft.postpone}
        />
      )}
    </Page>
  );
}
