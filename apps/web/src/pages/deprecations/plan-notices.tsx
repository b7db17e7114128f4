import { useMutation, useQuery } from "@tanstack/react-query";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import type { ListedPlan } from "./plan-table.tsx";
import styles from "./deprecation.module.css";

/** The owners of what depends on it, why they are notified, and a message to them now. */
export function PlanNotices({ plan }: { readonly plan: ListedPlan }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const canPreview = useCan("specs:write");
  const canSend = useCan("specs:publish");
  const { specId, entityType, entityId, versionId } = plan;
  const preview = useQuery({
    ...api.query("previewDeprecation", { projectId, specId, entityType, entityId }),
    enabled: canPreview,
  });
  const notify = useMutation({
    mutationFn: () =>
      api.call("notifyDependentOwners", { projectId, specId, versionId: versionId ?? "" }),
  });
  if (!canPreview) return null;
  return (
    <Section
      title="Notices"
      actions={
        canSend && (
          <Button
            onPress={() => notify.mutate()}
            isDisabled={notify.isPending}
            reason={versionId === null ? "Its version was deleted." : null}
          >
            Notify owners now
          </Button>
        )
      }
    >
      <Refusal error={notify.error} />
      {notify.data !== undefined && (
        <p role="status">
          {notify.data.sent} sent
          {notify.data.skipped.length > 0 &&
            `, ${notify.data.skipped.length} skipped: ${notify.data.skipped.map(({ reason }) => reason).join(", ")}`}
          .
        </p>
      )}
      <QueryView query={preview}>
        {({ recipients }) =>
          recipients.length === 0 ? (
            <p className={styles["note"]}>
              Nobody to notify: no dependent has an owner with an e-mail address.
            </p>
          ) : (
            <ul aria-label="Recipients">
              {recipients.map(({ email, reasons }) => (
                <li key={email}>
                  {email}: {reasons.join(", ")}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}
