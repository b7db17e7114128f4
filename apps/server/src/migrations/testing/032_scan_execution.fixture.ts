import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const runId = "01a20029-0000-7000-8000-000000000002";
const profileId = "01a20029-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "25edc3a37c4dfca3c1df38ebb9671de85cb90346fe55de2d9e06a84c8af02682",
  rows: `
update scan_profile set cron_schedule = '0 3 * * *', next_run_at = '2126-11-24 03:00:00+00'
  where organization_id = '${organizationId}' and id = '${profileId}';
update scan_run set base_url = 'http://127.0.0.1:4010'
  where organization_id = '${organizationId}' and id = '${runId}';
insert into scan_host_pace (host, next_at) values ('127.0.0.1:4010', '2026-11-23 00:00:00+00')`,
  async prove(testApp) {
    // A run that has ended is not changed by a cancellation.
    const cancelled = await request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/security/scan-runs/${runId}/cancel`,
      key: ownerKey,
    });
    expect(cancelled.body).toMatchObject({ id: runId, status: "completed" });
    const db = await testApp.cells.eu.platform.database();
    const profile = await db
      .selectFrom("scanProfile")
      .select("nextRunAt")
      .where("id", "=", profileId)
      .executeTakeFirstOrThrow();
    expect(profile.nextRunAt?.toISOString()).toBe("2126-11-24T03:00:00.000Z");
  },
};
