import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const projectId = "01a1fdec-c80e-7405-8cc1-ca69ab301bac";
const specId = "01a20001-0000-7000-8000-000000000001";
const versionId = "01a20001-0000-7000-8000-000000000002";

export const fixture: MigrationFixture = {
  sqlDigest: "c1d0157df79bdf008c745d54d77ea60f4c3c6589b28a1508fffb0d8be8d37967",
  rows: `
insert into share_link (organization_id, id, project_id, spec_id, version_id, baseline_version_id, digest, created_by, created_at, expires_at, revoked_at) values
  ('${organizationId}', '01a20041-0000-7000-8000-000000000001', '${projectId}', '${specId}', '${versionId}', null, 'a', 'olive', '2026-11-23 00:00:00+00', '2026-12-23 00:00:00+00', null)`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const row = await db
      .selectFrom("shareLink")
      .select(["createdBy", "revokedAt"])
      .where("organizationId", "=", organizationId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ createdBy: "olive", revokedAt: null });
  },
};
