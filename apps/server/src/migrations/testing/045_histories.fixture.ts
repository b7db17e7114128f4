import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const docId = "01a20009-0000-7000-8000-000000000001";
const versionId = "01a20009-0000-7000-8000-000000000002";
const pageId = "01a20009-0000-7000-8000-000000000004";
const revisionId = "01a20049-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "6f0e9384a6266438751d46c0c1dcc9209f9955889baae2c19318288d1e0adaab",
  rows: `
insert into doc_page_revision (organization_id, version_id, page_id, id, title, content, written_by, written_at, replaced_at) values
  ('${organizationId}', '${versionId}', '${pageId}', '${revisionId}', 'Start', 'Hi', null, '2026-11-20 18:00:00+00', '2026-11-21 18:00:00+00')`,
  async prove(testApp) {
    const base = `/api/projects/${projectId}/docs/${docId}/versions/${versionId}`;
    const path = `${base}/pages/${pageId}/revisions/${revisionId}`;
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body).toMatchObject({ title: "Start", content: "Hi", writtenBy: null });
  },
};
