import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Output } from "../../api/api.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { Progress } from "../../parts/progress.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { showForeign } from "../../parts/foreign-text.ts";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { ScanDetails } from "./scan-details.tsx";
import { showCoverage } from "./scan-table.tsx";
import { useStarterName } from "./use-starter-name.ts";
import styles from "./scan.module.css";
import tones from "../../styles/tones.module.css";

type Scan = Output<"getScanRun">;

const route = getRouteApi("/$org/$project/scans/$scan");

/** Events come every few seconds; a bar moves more often. */
const liveMs = 1000;

const isGoingOn = ({ status }: Scan) => status === "queued" || status === "running";

/** A scan while it runs, and what it came to. */
export function ScanPage() {
  const { scan: runId } = route.useParams();
  const { id: projectId } = useProject();
  const scan = useQuery({
    ...useApi().query("getScanRun", { projectId, runId }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isGoingOn(state.data) ? liveMs : false,
  });
  return <QueryView query={scan}>{(value) => <ScanView scan={value} />}</QueryView>;
}

function ScanView({ scan }: { readonly scan: Scan }) {
  const { id: projectId } = useProject();
  const params = route.useParams();
  const { data: profiles } = useQuery(useApi().query("listScanProfiles", { projectId }));
  const profile = profiles?.find(({ id }) => id === scan.scanProfileId);
  return (
    <Page
      title={profile === undefined ? "Scan" : `Scan “${profile.name}”`}
      note={<Status of={scan.status} />}
      actions={<ScanActions scan={scan} hasProfile={profile !== undefined} />}
    >
      {isGoingOn(scan) && <Live scan={scan} />}
      {scan.errorMessage !== null && (
        <p role="alert" className={tones["bad"]}>
          {showForeign(scan.errorMessage)}
        </p>
      )}
      <Figures scan={scan} />
      <p className={styles["links"]}>
        <Link to="/$org/$project/findings" params={params} search={{ q: `run:${scan.id}` }}>
          Findings that it saw last
        </Link>
        <Link to="/$org/$project/findings" params={params} search={{ q: `new:${scan.id}` }}>
          Findings that it saw first
        </Link>
        {profile !== undefined && (
          <Link
            to="/$org/$project/scan-profiles/$profile"
            params={{ ...params, profile: profile.id }}
          >
            Profile
          </Link>
        )}
        {scan.retestedFindingId !== null && (
          <Link
            to="/$org/$project/findings/$finding"
            params={{ ...params, finding: scan.retestedFindingId }}
          >
            The finding that it tested again
          </Link>
        )}
      </p>
      {!isGoingOn(scan) && <ScanDetails runId={scan.id} rules={profile?.accessRules ?? []} />}
    </Page>
  );
}

function Live({ scan }: { readonly scan: Scan }) {
  const { status, checksTotal, currentScannerId, scannersCompleted, enabledScannerCount } = scan;
  if (status === "queued") return <p className={styles["now"]}>It waits for its turn.</p>;
  const done = scan.checksPassed + scan.checksFailed + scan.checksSkipped;
  return (
    <div className={styles["live"]}>
      <Progress label="Checks" done={done} total={checksTotal} />
      <p className={styles["now"]}>
        {currentScannerId === null
          ? "It signs in and looks for operations that answer."
          : `Scanner ${scannersCompleted + 1} of ${enabledScannerCount}: ${currentScannerId}`}
      </p>
    </div>
  );
}

function Figures({ scan }: { readonly scan: Scan }) {
  const { id: projectId } = useProject();
  const { data: scanners } = useQuery(useApi().query("listScanners", { projectId }));
  const nameStarter = useStarterName();
  const rows: readonly (readonly [string, ReactNode])[] = [
    ["Score", scan.securityScore ?? "–"],
    ["Coverage", showCoverage(scan, scanners?.items.length)],
    ["Open findings", scan.openFindingsCount],
    ["Passed", scan.checksPassed],
    ["Failed", scan.checksFailed],
    ["Skipped", scan.checksSkipped],
    ["Started by", nameStarter(scan)],
    ["Queued", <Time key="queued" at={scan.queuedAt} />],
    ["Took", showDuration(scan)],
  ];
  return (
    <dl className={styles["figures"]}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function showDuration({ startedAt, completedAt }: Scan): string {
  if (startedAt === null || completedAt === null) return "–";
  const seconds = Math.round((Date.parse(completedAt) - Date.parse(startedAt)) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function ScanActions({ scan, hasProfile }: { scan: Scan; hasProfile: boolean }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const params = route.useParams();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const canRun = useCan("security:execute");
  const read = api.query("getScanRun", { projectId, runId: scan.id });
  const cancel = useMutation({
    mutationFn: () => api.call("cancelScanRun", { projectId, runId: scan.id }),
    onSuccess: (next) => client.setQueryData(read.queryKey, next),
  });
  const again = useMutation({
    mutationFn: () => api.call("runScanProfile", { projectId, profileId: scan.scanProfileId }),
    onSuccess: ({ id }) =>
      navigate({ to: "/$org/$project/scans/$scan", params: { ...params, scan: id } }),
  });
  if (!canRun) return null;
  return (
    <>
      <Refusal error={cancel.error ?? again.error} />
      {isGoingOn(scan) ? (
        <Button onPress={() => cancel.mutate()} isDisabled={cancel.isPending}>
          Cancel scan
        </Button>
      ) : (
        <Button
          kind="primary"
          onPress={() => again.mutate()}
          isDisabled={again.isPending}
          reason={hasProfile ? null : "The profile of this scan was deleted."}
        >
          Scan again
        </Button>
      )}
    </>
  );
}
