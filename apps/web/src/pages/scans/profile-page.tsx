import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Page, Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { AccessRules } from "./access-rules.tsx";
import { IdentityList } from "./identity-list.tsx";
import { Preflight } from "./preflight.tsx";
import { ProfileActions } from "./profile-actions.tsx";
import { profileLabels, type Profile } from "./profile-fields.ts";
import { LimitFields, ScopeFields, TargetFields } from "./profile-form.tsx";
import { ScanTable } from "./scan-table.tsx";
import { ScannerList } from "./scanner-list.tsx";
import { ScoreChart } from "./score-chart.tsx";
import { useProfile } from "./use-profile.ts";

const route = getRouteApi("/$org/$project/scan-profiles/$profile");

/** How a scan is set up, what it would do, and how it went. */
export function ProfilePage() {
  const { profile: profileId } = route.useParams();
  const { id: projectId } = useProject();
  const profile = useQuery(useApi().query("getScanProfile", { projectId, profileId }));
  return (
    <QueryView query={profile}>
      {(value) => <ProfileEditor key={value.id} profile={value} />}
    </QueryView>
  );
}

function ProfileEditor({ profile }: { readonly profile: Profile }) {
  const canWrite = useCan("projects:write");
  const canRun = useCan("security:execute");
  const { draft, change } = useProfile(profile);
  const { fields, state, savedAt, error, conflicts } = draft;
  useShortcut(canWrite ? "mod+s" : null, "Save", () => void draft.commit());
  const form = {
    fields,
    change: draft.change,
    commit: () => void draft.commit(),
    isLocked: !canWrite,
  };
  const note = canWrite ? (
    <SaveNote state={state} savedAt={savedAt} error={error} onRetry={() => void draft.commit()} />
  ) : (
    "View only"
  );
  return (
    <Page
      title={profile.name}
      note={note}
      width="detail"
      actions={<ProfileActions profile={profile} />}
    >
      <TargetFields {...form} />
      <Section title="Identities">
        <IdentityList profile={profile} change={canWrite ? change : null} />
      </Section>
      <AccessRules profile={profile} change={canWrite ? change : null} />
      {canRun && <Preflight profile={profile} />}
      <ScannerList {...form} />
      <ScopeFields {...form} />
      <LimitFields {...form} />
      <ScoreChart profileId={profile.id} />
      <Section title="Runs">
        <ScanTable profileId={profile.id} />
      </Section>
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          labels={profileLabels}
          onResolve={draft.resolve}
          onLater={draft.postpone}
        />
      )}
    </Page>
  );
}
