import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const runId = "01a20029-0000-7000-8000-000000000002";

export const fixture: MigrationFixture = {
  sqlDigest: "e1fb584491e466ef5ee55fe706f618fbc0a174a510dd31b35ab2dba38456c275",
  rows: `
update scan_run set slowdown_count = 3
  where organization_id = '${organizationId}' and id = '${runId}'`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/security/scan-runs/${runId}/details`;
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body).toMatchObject({ scanRunId: runId, slowdownCount: 3 });
  },
};
