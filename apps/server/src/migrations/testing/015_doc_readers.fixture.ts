import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const docId = "01a20009-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "e8902d9885586df96b8be4dea6d2459b7844d4059d7873dd32a4e801cb6d0c17",
  rows: String.raw`
update documentation set favicon_url = 'https://example.com/icon.svg', typeface = 'geist' where id = '01a20009-0000-7000-8000-000000000001';
insert into doc_page_vote (organization_id, documentation_id, path, helpful, not_helpful) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000001', 'guide/start', 3, 1)`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/docs/${docId}`;
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body["branding"]).toMatchObject({
      faviconUrl: "https://example.com/icon.svg",
      typeface: "geist",
    });
    const feedback = { method: "GET", path: `${path}/feedback`, key: ownerKey } as const;
    expect((await request(testApp, feedback)).body["items"]).toEqual([
      { path: "guide/start", helpful: 3, notHelpful: 1 },
    ]);
  },
};
