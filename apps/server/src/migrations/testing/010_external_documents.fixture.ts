import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const specId = "01a20001-0000-7000-8000-000000000001";
const versionId = "01a20001-0000-7000-8000-000000000002";

export const fixture: MigrationFixture = {
  sqlDigest: "55998168c5c774769acc698a4b800b7bddd5c8c572041d690e94183135a06e20",
  rows: String.raw`
insert into spec_external_document (organization_id, version_id, address, text, fetched_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', 'https://example.com/shared.yaml', 'Author: {}', '2026-11-21 21:00:00+00')`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/specs/${specId}/versions/${versionId}/lint`;
    const { status } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(status).toBe(200);
  },
};
