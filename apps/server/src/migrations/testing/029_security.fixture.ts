import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const environmentId = "01a1fdec-c8d1-7449-94f8-ec803363c473";
const profileId = "01a20029-0000-7000-8000-000000000001";
const runId = "01a20029-0000-7000-8000-000000000002";
const findingId = "01a20029-0000-7000-8000-000000000003";
const at = "2026-11-23 00:00:00+00";

export const fixture: MigrationFixture = {
  sqlDigest: "821882dc14bd2b88dd09fb4f33bd48f2f4ded1284331e794dae53ddbc938b815",
  rows: `
insert into scan_profile (organization_id, project_id, id, name, is_enabled, time_budget_seconds, requests_per_second, scanner_ids, environment_id, document_url, scope, danger_words, allowed_operations, flows, access_rules, is_disposable, identities, cron_time_zone, created_at, modified_at) values
  ('${organizationId}', '${projectId}', '${profileId}', 'Nightly', true, 600, 10, '[]', '${environmentId}', 'http://127.0.0.1:4010/openapi.json', '{"include":[],"exclude":[]}', '[]', '[]', '[]', '[]', false, '[]', 'UTC', '${at}', '${at}');
insert into scan_run (organization_id, project_id, id, scan_profile_id, scan_profile_name, status, trigger, created_by, queued_at, started_at, completed_at, checks_total, checks_passed, checks_failed, coverage, scanners_completed, enabled_scanner_count, seed) values
  ('${organizationId}', '${projectId}', '${runId}', '${profileId}', 'Nightly', 'completed', 'scheduled', 'schedule', '${at}', '${at}', '${at}', 2, 1, 1, 1, 2, 2, 7);
insert into scan_ledger_entry (organization_id, scan_run_id, number, identity, operation, path, state) values
  ('${organizationId}', '${runId}', 1, 'alice', 'POST /books', '/books/7', 'removed');
insert into finding (organization_id, project_id, id, fingerprint, scan_run_id, first_seen_scan_run_id, scan_profile_id, scanner_id, guidance_id, guidance_name, owasp_category, cwe, severity, severity_rank, confidence, status, title, description, guidance_description, remediation, reference_urls, method, path, location, parameter, evidence, last_seen_at, created_at, modified_at) values
  ('${organizationId}', '${projectId}', '${findingId}', '00000000000000000000000000000029', '${runId}', '${runId}', '${profileId}', 'objectReading', 'SVC01001', 'ForeignObjectRead', 'API1:2023', '[639]', 'high', 1, 'high', 'open', 'An object of somebody else can be read', 'bob reads a book of alice', 'Anybody reads.', 'Check the owner.', '[]', 'GET', '/books/{id}', 'path', 'id', '{"controls":[],"attacks":[]}', '${at}', '${at}', '${at}');
insert into finding_change (organization_id, finding_id, number, changed_at, kind, actor, scan_run_id, changes) values
  ('${organizationId}', '${findingId}', 1, '${at}', 'found', '{"type":"system","id":null}', '${runId}', '{}')`,
  async prove(testApp) {
    const read = (path: string) =>
      request(testApp, {
        method: "GET",
        path: `/api/projects/${projectId}/security/${path}`,
        key: ownerKey,
      });
    const profile = await read(`scan-profiles/${profileId}`);
    expect(profile.body).toMatchObject({ name: "Nightly", environmentId, identities: [] });
    const run = await read(`scan-runs/${runId}`);
    expect(run.body).toMatchObject({
      status: "completed",
      openFindingsCount: 1,
      securityScore: 69,
    });
    const db = await testApp.cells.eu.platform.database();
    for (const table of ["scanLedgerEntry", "findingChange"] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(1);
  },
};
