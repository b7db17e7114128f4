import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const projectId = "01a1fdec-c80e-7405-8cc1-ca69ab301bac";
const specId = "01a20001-0000-7000-8000-000000000001";
const versionId = "01a20001-0000-7000-8000-000000000002";

/** The document that the rows below are. */
const document = {
  openapi: "3.2.0",
  info: { title: "Books", version: "1.0.0" },
  tags: [{ name: "books", description: "All of them" }],
  paths: {
    "/books/{id}": {
      put: {
        tags: ["books"],
        operationId: "putBook",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } },
        },
        responses: {
          "200": {
            description: "Kept",
            headers: { ETag: { schema: { type: "string" } } },
          },
        },
        security: [{ key: [] }],
      },
    },
  },
  components: { schemas: { Book: { type: "object" } } },
};

export const fixture: MigrationFixture = {
  sqlDigest: "5c8d62295277b9735f6f9e7f16d6fe02f191ee52a50d9ef6f119ce37f897d582",
  rows: String.raw`
insert into spec (organization_id, project_id, id, name, base_path, description, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '01a20001-0000-7000-8000-000000000001', 'Books', null, 'All of them', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into spec_version (organization_id, spec_id, id, version, status, openapi_version, openapi, title, info_version, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000001', '01a20001-0000-7000-8000-000000000002', '1.0.0', 'draft', '3.2', '3.2.0', 'Books', '1.0.0', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into spec_source (organization_id, version_id, format, file_name, address, digest, text, imported_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', 'yaml', 'books.yaml', null, '3f5c', 'openapi: 3.2.0', '2026-11-21 15:00:00+00');
insert into spec_folder (organization_id, version_id, id, parent_id, position, name, description, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-000000000003', null, 0, 'Catalogue', null, '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into spec_tag (organization_id, version_id, id, position, name, description, icon, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-000000000004', 0, 'books', 'All of them', 'book', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into path_item (organization_id, version_id, id, position, path) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-000000000005', 0, '/books/{id}');
insert into endpoint (organization_id, version_id, id, path_item_id, folder_id, position, method, operation_id, tags, is_deprecated, internal_notes, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-000000000006', '01a20001-0000-7000-8000-000000000005', '01a20001-0000-7000-8000-000000000003', 0, 'put', 'putBook', '["books"]', false, 'Slow', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into security_assignment (organization_id, version_id, id, endpoint_id, alternative, position, scheme_name, scopes) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-000000000007', '01a20001-0000-7000-8000-000000000006', 0, 0, 'key', '[]');
insert into parameter (organization_id, version_id, id, endpoint_id, position, name, location, required, is_deprecated, schema, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-000000000008', '01a20001-0000-7000-8000-000000000006', 0, 'id', 'path', true, false, '{"type":"string"}', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into request_body (organization_id, version_id, id, endpoint_id, required, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-000000000009', '01a20001-0000-7000-8000-000000000006', true, '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into response (organization_id, version_id, id, endpoint_id, position, status_code, description, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-00000000000a', '01a20001-0000-7000-8000-000000000006', 0, '200', 'Kept', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into response_header (organization_id, version_id, id, response_id, position, name, required, is_deprecated, schema, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-00000000000b', '01a20001-0000-7000-8000-00000000000a', 0, 'ETag', false, false, '{"type":"string"}', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into media_type (organization_id, version_id, id, request_body_id, position, content_type, schema) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-00000000000c', '01a20001-0000-7000-8000-000000000009', 0, 'application/json', '{"$ref":"#/components/schemas/Book"}');
insert into component (organization_id, version_id, id, kind, position, name, content, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', '01a20001-0000-7000-8000-00000000000d', 'schemas', 0, 'Book', '{"type":"object"}', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into design_usage (organization_id, version_id, owner_kind, owner_id, pointer, form, target_kind, target) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-000000000002', 'mediaType', '01a20001-0000-7000-8000-00000000000c', '/schema/$ref', 'ref', 'schemas', 'Book');
insert into header_component (organization_id, project_id, id, name, schema_type, required, is_deprecated, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', null, '01a20001-0000-7000-8000-00000000000e', 'X-Request-Id', 'string', false, false, '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into header_policy (organization_id, project_id, id, name, applies_to, spec_ids, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', null, '01a20001-0000-7000-8000-00000000000f', 'Tracing', 'responses', '[]', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00');
insert into header_policy_header (organization_id, policy_id, component_id, position) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20001-0000-7000-8000-00000000000f', '01a20001-0000-7000-8000-00000000000e', 0);
insert into design_settings (organization_id, lint_rules, compare_rules, created_at, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '{}', '{}', '2026-11-21 15:00:00+00', '2026-11-21 15:00:00+00')`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/specs/${specId}/versions/${versionId}/document`;
    const exported = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(JSON.parse(exported.text)).toEqual(document);
  },
};
