import { expect } from "vitest";
import {
  makeFinding,
  makeResult,
  recordResult,
} from "../../features/security/testing/scan-results.ts";
import type { ResponseBody } from "../../testing/request.ts";
import type { TestApp } from "../../testing/test-app.ts";

type Call = (name: string, fields?: Record<string, unknown>) => Promise<ResponseBody>;

/** Calls every tool of the toolset `security`, with texts of users and of a target. */
export async function useSecurity(
  testApp: TestApp,
  call: Call,
  { text, name }: { text: string; name: string },
): Promise<void> {
  const { organization, project } = (await call("get_context")) as unknown as Record<
    "organization" | "project",
    { id: string }
  >;
  const profileId = await useProfiles(call, { text, name });
  const { runId } = await recordResult(
    await testApp.cells.eu.platform.database(),
    { organizationId: organization.id, projectId: project.id },
    makeResult({ findings: [makeFinding({ description: text, excerpt: text })] }),
    profileId,
  );
  await call("list_scan_runs");
  expect(await call("get_scan_run", { runId })).toMatchObject({ openFindingsCount: 1 });
  await call("get_scan_run_details", { runId });
  const { items } = await call("list_security_findings");
  const [listed] = Object.values(items ?? {});
  expect(listed).toMatchObject({ description: text, evidence: { attacks: [] } });
  const findingId = listed?.["id"];
  const { rowVersion, evidence } = await call("get_security_finding", { findingId });
  expect(JSON.stringify(evidence)).toContain(JSON.stringify(text).slice(1, -1));
  const resolutionNotes = text.slice(0, 3999).toWellFormed();
  await call("triage_security_finding", { findingId, resolutionNotes, rowVersion });
  const change = { status: "acceptedRisk" };
  await call("triage_security_findings", { findingIds: [findingId], change });
  await call("list_security_finding_changes", { findingId });
  await call("retest_security_finding", { findingId });
  const queued = await call("run_scan_profile", { profileId });
  await call("cancel_scan_run", { runId: queued["id"] });
  await call("delete_scan_profile", { profileId });
}

async function useProfiles(
  call: Call,
  { text, name }: { text: string; name: string },
): Promise<string> {
  const { id: environmentId } = await call("create_environment", {
    name: `${name} scans`,
    baseUrl: "http://127.0.0.1:9",
  });
  const profile = await call("create_scan_profile", {
    name,
    description: text.slice(0, 3999).toWellFormed(),
    environmentId,
    documentUrl: "http://127.0.0.1:9/openapi.json",
  });
  const profileId = String(profile["id"]);
  await call("list_scan_profiles");
  await call("list_scanners");
  const { rowVersion } = await call("get_scan_profile", { profileId });
  await call("update_scan_profile", { profileId, timeBudgetSeconds: 60, rowVersion });
  return profileId;
}
