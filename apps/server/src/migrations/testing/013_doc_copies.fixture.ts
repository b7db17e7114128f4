import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const docs = `/api/projects/${projectId}/docs`;
const docId = "01a20009-0000-7000-8000-000000000001";
const archived = "01a20013-0000-7000-8000-000000000002";
const pageId = "01a20013-0000-7000-8000-000000000003";
/** The picture of 009, which the version of that migration uses. */
const used = "76c664ef152e065922fed4727315d065b8fb1aed61015cdaef7bcfea3c58d5ab";
const waiting = "0e4ba8b3d6f6f1d4e0b8a0f2c5b1f7a3d9c6e2b4a8f0d1c3e5b7a9f2d4c6e8b0";

export const fixture: MigrationFixture = {
  sqlDigest: "3819b7d27b60d1c2ddd9f331c2758f3b411e8c5de8701270877ada0252f044d8",
  rows: String.raw`
insert into doc_version (organization_id, documentation_id, id, version_number, label, status, visibility, published_at, tree_version, published_label, is_replaced, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000001', '01a20013-0000-7000-8000-000000000002', 2, '1.0-r2', 'archived', 'public', '2026-11-21 17:00:00+00', 1, '1.0', true, '2026-11-21 17:00:00+00', '2026-11-21 17:00:00+00');
insert into doc_node (organization_id, version_id, id, type, parent_id, position, slug, title, icon, description, is_section, file_name, folder_file, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20013-0000-7000-8000-000000000002', '01a20013-0000-7000-8000-000000000003', 'page', null, 0, 'start', 'Start', null, null, false, null, null, '2026-11-21 17:00:00+00', '2026-11-21 17:00:00+00');
insert into doc_archived_text (organization_id, digest, content) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', 'a', 'Once');
insert into doc_page (organization_id, version_id, id, content, digest, archived_digest) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20013-0000-7000-8000-000000000002', '01a20013-0000-7000-8000-000000000003', '', 'ab', 'a');
insert into doc_asset (organization_id, digest, media_type, size, bytes, created_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '0e4ba8b3d6f6f1d4e0b8a0f2c5b1f7a3d9c6e2b4a8f0d1c3e5b7a9f2d4c6e8b0', 'image/gif', 3, '\x474946', '2026-11-21 18:00:00+00');
insert into doc_asset_upload (organization_id, project_id, digest, uploaded_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '0e4ba8b3d6f6f1d4e0b8a0f2c5b1f7a3d9c6e2b4a8f0d1c3e5b7a9f2d4c6e8b0', '2100-01-01 00:00:00+00')`,
  async prove(testApp) {
    const call = (path: string, body?: object) =>
      request(testApp, {
        method: body === undefined ? "GET" : "POST",
        path: `${docs}/${docId}${path}`,
        key: ownerKey,
        ...(body === undefined ? {} : { body }),
      });
    expect((await call("")).body).toMatchObject({
      keptCopies: 5,
      versions: [{ label: "1.0-r2" }, { label: "1.0" }],
    });
    const page = await call(`/versions/${archived}/pages/${pageId}`);
    expect(page.body["content"]).toBe("Once");
    const unknown = "f".repeat(64);
    const missing = await call(`/versions/${archived}/assets/missing`, {
      digests: [used, waiting, unknown],
    });
    expect(missing.body["missing"]).toEqual([unknown]);
    expect((await call("/versions", { fromVersionId: archived })).body["label"]).toBe("1.0");
  },
};
