import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const specId = "01a20001-0000-7000-8000-000000000001";
/** Of 006, and so with a text that is not compressed. */
const older = "01a20001-0000-7000-8000-000000000002";
const newer = "01a20001-0000-7000-8000-000000000011";

export const fixture: MigrationFixture = {
  sqlDigest: "678094ba9f9dccdf65ca62468dbafac57c19d42b517c6862250c04e7c35f0800",
  rows: String.raw`
insert into spec_version (organization_id, spec_id, id, version, status, openapi_version, openapi, title, info_version, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000001', '01a20001-0000-7000-8000-000000000011', '2.0.0', 'draft', '3.2', '3.2.0', 'Books', '2.0.0', '2026-11-22 01:00:00+00', '2026-11-22 01:00:00+00');
insert into spec_source (organization_id, version_id, format, file_name, address, digest, compressed, imported_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000011', 'yaml', 'books.yaml', null, '36c85735b75df855e71b6581781845c5e6ca78b606e94fba37aff2e5a9ab845a', '\x1f8b0800000000000003cb2f48cd4b2cc8b45230d633d2330000be6295a50e000000', '2026-11-22 01:00:00+00')`,
  async prove(testApp) {
    for (const versionId of [older, newer]) {
      const version = `/api/projects/${projectId}/specs/${specId}/versions/${versionId}`;
      const path = `${version}/document?format=original`;
      const { status, text } = await request(testApp, { method: "GET", path, key: ownerKey });
      expect([status, text]).toEqual([200, "openapi: 3.2.0"]);
    }
    const path = `/api/projects/${projectId}/specs/${specId}/versions`;
    const body = { version: "3.0.0", fromVersionId: older };
    const copy = await request(testApp, { method: "POST", path, key: ownerKey, body });
    const copied = `${path}/${String(copy.body["id"])}/document?format=original`;
    const original = await request(testApp, { method: "GET", path: copied, key: ownerKey });
    expect(original.text).toBe("openapi: 3.2.0");
  },
};
