import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Output } from "../../api/api.ts";
import { useApi, useOrganization, useProject } from "../../api/scope.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";

type Finding = Output<"getFinding">;

interface Decision {
  readonly resolutionNotes: string;
  /** Empty where the finding is not assigned. */
  readonly assignedToUserId: string;
}

const toFields = (finding: Finding): Decision => ({
  resolutionNotes: finding.resolutionNotes ?? "",
  assignedToUserId: finding.assignedToUserId ?? "",
});

const labels = { resolutionNotes: "Notes", assignedToUserId: "Assigned to" };

/** Who works on a finding, and why it was decided as it was. */
export function FindingDecision({ finding }: { readonly finding: Finding }) {
  const api = useApi();
  const { session } = useOrganization();
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const place = { projectId, findingId: finding.id };
  const read = api.query("getFinding", place);
  const { data: members = [] } = useQuery(api.list("listMembers", {}));
  const draft = useDraft<Decision>({
    key: `${session.user.id}:finding:${finding.id}`,
    server: toFields(finding),
    save: async ({ resolutionNotes, assignedToUserId }) => {
      const newest = client.getQueryData(read.queryKey) ?? finding;
      const saved = await api.call("updateFinding", {
        ...place,
        resolutionNotes: resolutionNotes === "" ? null : resolutionNotes,
        assignedToUserId: assignedToUserId === "" ? null : assignedToUserId,
        rowVersion: newest.rowVersion,
      });
      client.setQueryData(read.queryKey, saved);
    },
    reload: async () => toFields(await client.fetchQuery({ ...read, staleTime: 0 })),
  });
  const { fields, change } = draft;
  const people = members.map(({ userId, name }) => ({ value: userId, name }));
  return (
    <div className="form">
      <Select
        label="Assigned to"
        value={fields.assignedToUserId}
        choices={[{ value: "", name: "Nobody" }, ...people]}
        onChange={(assignedToUserId) => {
          change({ assignedToUserId });
          void draft.commit();
        }}
      />
      <TextField
        label="Notes"
        isOptional
        rows={4}
        value={fields.resolutionNotes}
        onChange={(resolutionNotes) => change({ resolutionNotes })}
        onBlur={() => void draft.commit()}
      />
      <SaveNote
        state={draft.state}
        savedAt={draft.savedAt}
        error={draft.error}
        onRetry={() => void draft.commit()}
      />
      {draft.conflicts.length > 0 && (
        <ConflictDialog
          conflicts={draft.conflicts}
          labels={labels}
          onResolve={draft.resolve}
          onLater={draft.postpone}
        />
      )}
    </div>
  );
}
