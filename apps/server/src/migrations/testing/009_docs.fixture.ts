import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const docId = "01a20009-0000-7000-8000-000000000001";
const versionId = "01a20009-0000-7000-8000-000000000002";
const pageId = "01a20009-0000-7000-8000-000000000004";

export const fixture: MigrationFixture = {
  sqlDigest: "9e0c572fd49a3eb00393685a8f227ba95408ac0774aa1e834afe5d5a8559d7eb",
  rows: String.raw`
insert into documentation (organization_id, project_id, id, name, slug, portal_enabled, require_approval, logo_url, primary_color, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '01a20009-0000-7000-8000-000000000001', 'Guide', 'guide', true, true, null, '#123abc', '2026-11-21 18:00:00+00', '2026-11-21 18:00:00+00');
insert into doc_version (organization_id, documentation_id, id, version_number, label, status, visibility, published_at, submitted_by, approved_by, tree_version, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000001', '01a20009-0000-7000-8000-000000000002', 1, '1.0', 'published', 'public', '2026-11-21 18:00:00+00', null, '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 7, '2026-11-21 18:00:00+00', '2026-11-21 18:00:00+00');
insert into doc_node (organization_id, version_id, id, type, parent_id, position, slug, title, icon, description, is_section, file_name, folder_file, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', '01a20009-0000-7000-8000-000000000003', 'folder', null, 0, 'guide', 'Guide', 'book', 'How to', true, 'guide', null, '2026-11-21 18:00:00+00', '2026-11-21 18:00:00+00'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', '01a20009-0000-7000-8000-000000000004', 'page', '01a20009-0000-7000-8000-000000000003', 0, 'start', 'Start', null, null, false, '01-start.md', null, '2026-11-21 18:00:00+00', '2026-11-21 18:00:00+00'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', '01a20009-0000-7000-8000-000000000005', 'specSnapshot', null, 1, 'api', 'Books', null, null, false, null, null, '2026-11-21 18:00:00+00', '2026-11-21 18:00:00+00');
insert into doc_page (organization_id, version_id, id, content, front_matter, digest, html, headings, links, search_title, search_headings, search_body) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', '01a20009-0000-7000-8000-000000000004', 'Hello', E'---\ntitle: Start\n---\n', 'ab12', '<p>Hello</p>', '[]', '[]', 'Start', '', 'Hello');
insert into doc_snapshot (organization_id, version_id, id, spec_id, spec_version_id, spec_name, version_number, endpoint_count, digest, document, group_descriptions) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', '01a20009-0000-7000-8000-000000000005', '01a20001-0000-7000-8000-000000000001', '01a20001-0000-7000-8000-000000000002', 'Books', '1.0.0', 1, 'cd34', '{"openapi":"3.2.0","info":{"title":"Books","version":"1.0.0"},"paths":{}}', '[["Books","All about books"]]');
insert into doc_reference_text (organization_id, version_id, id, path, search_title, search_headings, search_body) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', '01a20009-0000-7000-8000-000000000005', 'operations/list-books', 'List books', 'GET books', 'GET /books');
insert into doc_redirect (organization_id, version_id, from_path, node_id) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', 'old/start', '01a20009-0000-7000-8000-000000000004');
insert into doc_synced_file (organization_id, version_id, path, digest) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', 'guide/01-start.md', 'ab12');
insert into doc_asset (organization_id, digest, media_type, size, width, height, bytes, clean_bytes, created_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '76c664ef152e065922fed4727315d065b8fb1aed61015cdaef7bcfea3c58d5ab', 'image/gif', 3, 1, 1, '\x474946', null, '2026-11-21 18:00:00+00'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', 'ec7281277415db5f6ffd1c77a9f08b01c2496f7c8761a2b5568719f59c21387c', 'image/svg+xml', 19, null, null, '\x3c737667206f6e6c6f61643d22782829222f3e', '\x3c7376672f3e', '2026-11-21 18:00:00+00');
insert into doc_version_asset (organization_id, version_id, path, digest) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', 'images/dot.gif', '76c664ef152e065922fed4727315d065b8fb1aed61015cdaef7bcfea3c58d5ab'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', 'images/dot.svg', 'ec7281277415db5f6ffd1c77a9f08b01c2496f7c8761a2b5568719f59c21387c')`,
  async prove(testApp) {
    const base = `/api/projects/${projectId}/docs/${docId}/versions/${versionId}`;
    const read = async (path: string) =>
      (await request(testApp, { method: "GET", path: `${base}${path}`, key: ownerKey })).body;
    expect((await read("/tree"))["items"]).toMatchObject([
      { folder: { name: "Guide", children: [{ page: { title: "Start", isEmpty: false } }] } },
      { specSnapshot: { specName: "Books", endpointCount: 1 } },
    ]);
    const [, svg] = (await read("/assets"))["items"] as unknown as { digest: string }[];
    expect(svg).toMatchObject({ path: "images/dot.svg", mediaType: "image/svg+xml", size: 19 });
    const path = `${base}/assets/${String(svg?.digest)}`;
    for (const [form, text] of [
      ["original", '<svg onload="x()"/>'],
      ["clean", "<svg/>"],
    ]) {
      const asked = { method: "GET", path: `${path}?form=${form}`, key: ownerKey } as const;
      expect((await request(testApp, asked)).text).toBe(text);
    }
    expect((await read("/redirects"))["items"]).toMatchObject([
      { fromPath: "old/start", toPath: "guide/start" },
    ]);
    const searched = `/api/projects/${projectId}/docs/search?query=get&versionId=${versionId}`;
    const { body: found } = await request(testApp, {
      method: "GET",
      path: searched,
      key: ownerKey,
    });
    expect(found["items"]).toMatchObject([{ title: "List books", path: "operations/list-books" }]);
    expect(await read(`/pages/${pageId}`)).toMatchObject({ content: "Hello", isLocked: false });
  },
};
