import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const versionId = "01a20001-0000-7000-8000-000000000002";
const commentId = "01a20037-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "cf6fff0a19a9caf9195a59a424ac98a1b85e94c3e9bd1a0c8607d6521d07d171",
  rows: `
insert into review_comment (organization_id, version_id, baseline_version_id, id, author, change_key, text, is_resolved, created_at, modified_at, row_version) values
  ('${organizationId}', '${versionId}', '${versionId}', '${commentId}', 'olive', null, 'Why?', false, '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00', 1);
insert into review_decision (organization_id, version_id, baseline_version_id, reviewer, decision, decided_at) values
  ('${organizationId}', '${versionId}', '${versionId}', 'olive', 'approved', '2026-11-23 00:00:00+00')`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const row = await db
      .selectFrom("reviewComment as c")
      .innerJoin("reviewDecision as d", "d.versionId", "c.versionId")
      .select(["c.text", "d.decision"])
      .where("c.organizationId", "=", organizationId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ text: "Why?", decision: "approved" });
  },
};
