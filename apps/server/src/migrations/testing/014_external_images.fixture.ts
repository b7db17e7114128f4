import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const docId = "01a20009-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "71378e447f306ad42075523f92e62b1146a9b4a0fac0d7f39600073c239504f6",
  rows: String.raw`
update documentation set allows_external_images = true
  where organization_id = '01a1fdec-c771-71ff-a9b7-240bc07f1799' and id = '01a20009-0000-7000-8000-000000000001'`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/docs/${docId}`;
    const read = () => request(testApp, { method: "GET", path, key: ownerKey });
    const { rowVersion } = (await read()).body;
    for (const allowsExternalImages of [false, true]) {
      const before = allowsExternalImages ? (await read()).body["rowVersion"] : rowVersion;
      const body = { allowsExternalImages, rowVersion: before };
      const changed = await request(testApp, { method: "PATCH", path, key: ownerKey, body });
      expect(changed.body).toMatchObject({ allowsExternalImages });
    }
  },
};
