import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useApi, useProject } from "../api/scope.ts";
import { Crumb, CrumbDetail } from "../parts/crumb.tsx";
import { showForeignTitle } from "../parts/foreign-text.ts";
import { DeprecationsCrumb, FindingsCrumb, ScansCrumb } from "./crumbs.tsx";
import { RunsCrumb } from "./test-crumbs.tsx";

/** Until the name is known, and where the thing is not found. */
const unknown = "…";

/** The findings, and the one of the address with its operation: several findings have the same title. */
export function FindingCrumbs() {
  const { org = "", project = "", finding: findingId = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const { data: finding } = useQuery(useApi().query("getFinding", { projectId, findingId }));
  return (
    <>
      <FindingsCrumb />
      <Crumb kind="Finding">
        <Link to="/$org/$project/findings/$finding" params={{ org, project, finding: findingId }}>
          {finding === undefined
            ? unknown
            : showForeignTitle(`${finding.title} · ${finding.method} ${finding.path}`, 120)}
        </Link>
      </Crumb>
    </>
  );
}

export function RunCrumbs() {
  const { org = "", project = "", run: runId = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const { data } = useQuery(useApi().query("listRuns", { projectId, runId }));
  const run = data?.items[0];
  return (
    <>
      <RunsCrumb />
      <Crumb kind="Run">
        <Link to="/$org/$project/runs/$run" params={{ org, project, run: runId }}>
          {run === undefined ? unknown : run.suiteName}
          {run !== undefined && (
            <CrumbDetail>, {exact.format(new Date(run.createdAt))}</CrumbDetail>
          )}
        </Link>
      </Crumb>
    </>
  );
}

export function ScanCrumbs() {
  const { org = "", project = "", scan: runId = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const api = useApi();
  const { data: scan } = useQuery(api.query("getScanRun", { projectId, runId }));
  const { data: profiles } = useQuery(api.query("listScanProfiles", { projectId }));
  const profile = profiles?.find(({ id }) => id === scan?.scanProfileId);
  return (
    <>
      <ScansCrumb />
      <Crumb kind="Scan">
        <Link to="/$org/$project/scans/$scan" params={{ org, project, scan: runId }}>
          {scan === undefined ? unknown : (profile?.name ?? "Scan")}
          {scan !== undefined && (
            <CrumbDetail>, {exact.format(new Date(scan.queuedAt))}</CrumbDetail>
          )}
        </Link>
      </Crumb>
    </>
  );
}

export function ScanProfileCrumbs() {
  const { org = "", project = "", profile: profileId = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const { data: profiles } = useQuery(useApi().query("listScanProfiles", { projectId }));
  return (
    <>
      <ScansCrumb />
      <Crumb kind="Profile">
        <Link
          to="/$org/$project/scan-profiles/$profile"
          params={{ org, project, profile: profileId }}
        >
          {profiles?.find(({ id }) => id === profileId)?.name ?? unknown}
        </Link>
      </Crumb>
    </>
  );
}

export function DeprecationCrumbs() {
  const { org = "", project = "", plan: planId = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  const { data } = useQuery(useApi().query("listDeprecationPlans", { projectId, planId }));
  const plan = data?.items[0];
  return (
    <>
      <DeprecationsCrumb />
      <Crumb kind="Plan">
        <Link to="/$org/$project/deprecations/$plan" params={{ org, project, plan: planId }}>
          {plan === undefined
            ? unknown
            : plan.entityType === "specVersion"
              ? `${plan.specName} ${plan.entityLabel}`
              : plan.entityLabel}
        </Link>
      </Crumb>
    </>
  );
}

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
