import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { Item } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { showToast } from "../../parts/toast.tsx";
import { useShareReport } from "../sharing/use-share-report.tsx";
import { saveFile } from "../tests/save-file.ts";
import { useEnvironment } from "../tests/use-environment.ts";
import { useStartRun, type RunStatus } from "../tests/use-run.ts";

export interface RunActionsProps {
  readonly runId: string;
  readonly status: RunStatus;
  /** undefined: it is not among the last ones, and cannot be repeated from here. */
  readonly run: Item<"listRuns"> | undefined;
}

const reports = [
  { format: "junit", name: "JUnit XML", extension: "xml" },
  { format: "json", name: "JSON", extension: "json" },
  { format: "html", name: "HTML", extension: "html" },
] as const;

/** Cancel while it runs; afterwards its reports, a comparison with the run before, and another run. */
export function RunActions({ runId, status, run }: RunActionsProps) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const canRun = useCan("tests:execute");
  const isFinished = status.status === "finished";
  const { environments } = useEnvironment();
  const start = useStartRun((id) => {
    void navigate({ to: "/$org/$project/runs/$run", params: { org, project, run: id } });
  });
  const cancel = useMutation({
    mutationFn: () => api.call("cancelRun", { projectId, id: runId }),
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: api.query("getRunStatus", { id: runId }).queryKey,
      }),
  });
  const repeat = () => {
    if (run === undefined || !isFinished || start.isPending) return;
    const same = environments.find(({ name }) => name === run.environmentName)?.id;
    start.mutate({ suiteId: run.suiteId, environmentId: same ?? null });
  };
  useShortcut(canRun && isFinished ? "mod+Enter" : null, "Run again", repeat);
  const download = async ({ format, extension }: (typeof reports)[number]) => {
    try {
      const { bytes, mediaType } = await api.call("getRunReport", { id: runId, format });
      saveFile(`${run?.suiteName ?? "run"}-${runId}.${extension}`, mediaType, bytes);
    } catch (error) {
      showToast(`Not downloaded: ${describeError(error)}`);
    }
  };
  const share = useShareReport({ runId });
  const choices = [
    ...reports.map((report) => ({
      id: report.format as string,
      label: report.name,
      run: () => void download(report),
    })),
    ...(share.open === null ? [] : [{ id: "share", label: "Share by link …", run: share.open }]),
  ];
  const trigger = (
    <Button>
      <Download size={16} strokeWidth={1.5} aria-hidden /> Report
    </Button>
  );
  return (
    <>
      <HeaderActions>
        {isFinished && <CompareMenu runId={runId} suiteId={run?.suiteId ?? null} />}
        {isFinished && <Menu label="Report" trigger={trigger} choices={choices} />}
        {canRun && !isFinished && (
          <Button onPress={() => cancel.mutate()} isDisabled={cancel.isPending || cancel.isSuccess}>
            {cancel.isSuccess ? "Cancelling …" : "Cancel run"}
          </Button>
        )}
        {canRun && isFinished && run !== undefined && (
          <Button kind="primary" onPress={repeat} isDisabled={start.isPending}>
            Run again
          </Button>
        )}
      </HeaderActions>
      {share.dialog}
      <Refusal error={start.error ?? cancel.error} />
    </>
  );
}

/** The other runs of the suite, the newest first. */
function CompareMenu({ runId, suiteId }: { runId: string; suiteId: string | null }) {
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const runs = useQuery({
    ...useApi().query("listRuns", { projectId, suiteId: suiteId ?? "", take: 20 }),
    enabled: suiteId !== null,
  });
  const others = runs.data?.items.filter(({ id, status }) => id !== runId && status === "finished");
  if (others === undefined || others.length === 0) return null;
  const choices = others.map(({ id, createdAt, outcome, environmentName }) => ({
    id,
    label: exact.format(new Date(createdAt)),
    detail: [outcome, environmentName].filter((text) => text !== null).join(" · "),
    run: () =>
      void navigate({
        to: "/$org/$project/runs/$run/compare/$other",
        params: { org, project, run: id, other: runId },
      }),
  }));
  return <Menu label="Compare with" trigger={<Button>Compare</Button>} choices={choices} />;
}

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
