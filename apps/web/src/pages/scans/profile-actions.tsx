import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { showToast } from "../../parts/toast.tsx";
import type { Profile } from "./profile-fields.ts";

const route = getRouteApi("/$org/$project/scan-profiles/$profile");

export function ProfileActions({ profile }: { readonly profile: Profile }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const params = route.useParams();
  const navigate = route.useNavigate();
  const canRun = useCan("security:execute");
  const canWrite = useCan("projects:write");
  const [isDeleting, setIsDeleting] = useState(false);
  const run = useMutation({
    mutationFn: () => api.call("runScanProfile", { projectId, profileId: profile.id }),
    onSuccess: ({ id }) =>
      navigate({ to: "/$org/$project/scans/$scan", params: { ...params, scan: id } }),
  });
  const reason = profile.isEnabled ? null : "The profile is disabled. Enable it below.";
  useShortcut(canRun ? "mod+Enter" : null, "Start scan", () => {
    if (reason === null) run.mutate();
  });
  return (
    <>
      <Refusal error={run.error} />
      {canWrite && (
        <Button kind="danger" onPress={() => setIsDeleting(true)}>
          Delete
        </Button>
      )}
      {canRun && (
        <Button
          kind="primary"
          reason={reason}
          isDisabled={run.isPending}
          onPress={() => run.mutate()}
        >
          Start scan
        </Button>
      )}
      {isDeleting && <DeleteProfile profile={profile} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function DeleteProfile({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const params = route.useParams();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call("deleteScanProfile", { projectId, profileId: profile.id }),
    onSuccess: async () => {
      await navigate({ to: "/$org/$project/scans", params });
      await client.invalidateQueries({ queryKey: [api.organization, "listScanProfiles"] });
      showToast(`Scan profile “${profile.name}” deleted`);
    },
  });
  return (
    <Dialog title="Delete scan profile" isOpen onClose={onClose}>
      <p>
        The profile “{profile.name}” is deleted with its {profile.identities.length} identities and
        their secrets. Runs and findings stay. It cannot be restored.
      </p>
      <Refusal error={remove.error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="danger" onPress={() => remove.mutate()} isDisabled={remove.isPending}>
          Delete scan profile
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
