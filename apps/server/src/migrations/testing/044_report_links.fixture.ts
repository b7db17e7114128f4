import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const projectId = "01a1fdec-c80e-7405-8cc1-ca69ab301bac";

export const fixture: MigrationFixture = {
  sqlDigest: "20b8b87d60d1b4c246bf775d91531a11f47dc3320d8838f9d97c589910e54ba9",
  rows: `
insert into report_link (organization_id, id, project_id, run_id, finding_id, digest, created_by, created_at, expires_at, revoked_at) values
  ('${organizationId}', '01a20048-0000-7000-8000-000000000001', '${projectId}', null, null, 'b', 'olive', '2026-11-23 00:00:00+00', '2026-12-23 00:00:00+00', null)`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const row = await db
      .selectFrom("reportLink")
      .select(["createdBy", "runId", "findingId", "revokedAt"])
      .where("organizationId", "=", organizationId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ createdBy: "olive", runId: null, findingId: null, revokedAt: null });
  },
};
