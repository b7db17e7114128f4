import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { codeOf } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { showToast } from "../../parts/toast.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { LintErrors } from "./lint-errors.tsx";
import { PublishedChanges } from "./published-changes.tsx";
import { findBaseline } from "./use-versions.ts";
import type { VersionDialogProps } from "./version-dialog.types.ts";

/** Publishes a draft: what it changes for clients is what the person confirms. */
export function PublishVersion({ version, versions, onClose }: VersionDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const { place, params } = useVersionPlace();
  const ofVersion = { ...place, versionId: version.id };
  const lint = useQuery(api.query("lintSpecVersion", ofVersion));
  const [isAccepted, setIsAccepted] = useState(false);
  const baseline = findBaseline(versions, version.id);
  const publish = useMutation({
    mutationFn: () =>
      api.call("publishSpecVersion", { ...ofVersion, rowVersion: version.rowVersion }),
    onSuccess: () => {
      showToast(`Version ${version.version} published`);
      onClose();
    },
    // Also after a refusal: somebody else changed or published it.
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          ["listSpecVersions", "getSpecVersion"].includes(String(queryKey[1])),
      }),
  });
  const errors = lint.data === undefined ? 0 : countErrors(lint.data);
  const reason =
    version.status === "published"
      ? "This version is published already."
      : lint.isPending
        ? "The document is being checked."
        : errors > 0 && !isAccepted
          ? "Fix the errors, or confirm that you publish with them."
          : null;
  return (
    <Dialog title={`Publish version ${version.version}`} isOpen onClose={onClose} width="wide">
      <p>A published version is locked: clients can rely on it. To change it, create a new one.</p>
      <PublishedChanges version={version} baseline={baseline} />
      <QueryView query={lint}>
        {(found) => (
          <LintErrors findings={found.findings} total={found.total} versionId={version.id} />
        )}
      </QueryView>
      {errors > 0 && (
        <Checkbox
          label={`Publish with ${errors} ${errors === 1 ? "error" : "errors"}`}
          isChecked={isAccepted}
          onChange={setIsAccepted}
        />
      )}
      {codeOf(publish.error) === "CONCURRENCY_CONFLICT" ? (
        <p role="alert">
          Another person changed this version. Read the changes again, then publish.
        </p>
      ) : (
        <Refusal error={publish.error} />
      )}
      <DialogButtons>
        {baseline !== null && (
          <Link
            to="/$org/$project/specs/$spec/$version/compare/$baseline"
            params={{ ...params, version: version.id, baseline: baseline.id }}
          >
            Review every change
          </Link>
        )}
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          reason={reason}
          isDisabled={publish.isPending}
          onPress={() => publish.mutate()}
        >
          Publish version
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const countErrors = ({ findings }: Output<"lintSpecVersion">): number =>
  findings.filter(({ severity }) => severity === "error").length;
