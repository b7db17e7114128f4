import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Link2 } from "lucide-react";
import type { FindingStatus } from "@lintel/contract/words/security";
import type { Output } from "../../api/api.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { showForeign, showForeignTitle } from "../../parts/foreign-text.ts";
import { Page, Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { useShareReport } from "../sharing/use-share-report.tsx";
import { FindingDecision } from "./finding-decision.tsx";
import { FindingFacts } from "./finding-facts.tsx";
import { FindingHistory } from "./finding-history.tsx";
import { FindingRetest } from "./finding-retest.tsx";
import { FindingText } from "./finding-text.tsx";
import { Proof } from "./proof.tsx";
import { useTriageKeys } from "./triage-keys.ts";
import { TriageMenu } from "./triage-menu.tsx";
import { useTriage } from "./use-triage.ts";
import styles from "./finding.module.css";

type Finding = Output<"getFinding">;

const route = getRouteApi("/$org/$project/findings/$finding");

/** A weakness with its proof, and what people decided about it. */
export function FindingPage() {
  const { finding: findingId } = route.useParams();
  const { id: projectId } = useProject();
  const finding = useQuery(useApi().query("getFinding", { projectId, findingId }));
  return <QueryView query={finding}>{(value) => <FindingView finding={value} />}</QueryView>;
}

function FindingView({ finding }: { readonly finding: Finding }) {
  const canTriage = useCan("security:execute");
  const triage = useTriage();
  const retest = useRetest(finding.id);
  const decide = (status: FindingStatus) => void triage({ findings: [finding] }, status);
  useTriageKeys(canTriage ? decide : null);
  useShortcut(canTriage ? "t" : null, "Test again", () => retest.mutate());
  const note = (
    <>
      <Status of={finding.severity} /> <Status of={finding.status} />
      {!canTriage && " View only"}
    </>
  );
  const share = useShareReport({ findingId: finding.id });
  const actions = canTriage && (
    <>
      {share.open !== null && (
        <IconButton label="Share by link" onPress={share.open}>
          <Link2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      <TriageMenu current={finding.status} onDecide={decide} />
      <Button kind="primary" onPress={() => retest.mutate()} isDisabled={retest.isPending}>
        Test again
      </Button>
    </>
  );
  const rail = (
    <div className={styles["rail"]}>
      {canTriage && <FindingDecision key={finding.id} finding={finding} />}
      <FindingFacts finding={finding} />
    </div>
  );
  return (
    <Page title={showForeignTitle(finding.title)} note={note} actions={actions} rail={rail}>
      {share.dialog}
      <Refusal error={retest.error} />
      {!canTriage && finding.resolutionNotes !== null && (
        <Section title="Notes">
          <p className={styles["text"]}>{showForeign(finding.resolutionNotes)}</p>
        </Section>
      )}
      <FindingRetest finding={finding} />
      <FindingText finding={finding} />
      <Proof evidence={finding.evidence} />
      {finding.reproductionCurl !== null && (
        <Section
          title="Reproduce"
          actions={<CopyButton label="commands" text={finding.reproductionCurl} />}
        >
          <pre className={styles["curl"]} tabIndex={0} aria-label="Commands">
            {showForeign(finding.reproductionCurl)}
          </pre>
        </Section>
      )}
      <FindingHistory findingId={finding.id} />
    </Page>
  );
}

/** Queues a scan of this finding alone, whose outcome the page shows. */
function useRetest(findingId: string) {
  const api = useApi();
  const { id: projectId } = useProject();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call("retestFinding", { projectId, findingId }),
    onSuccess: () => client.invalidateQueries({ queryKey: [api.organization, "listScanRuns"] }),
  });
}
