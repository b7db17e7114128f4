import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const specId = "01a20001-0000-7000-8000-000000000001";
const environmentId = "01a1fdec-c8d1-7449-94f8-ec803363c473";
const consumerId = "01a20034-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "e4e5e47be16ca44d8470f4aa7eedf0d52f19958c60f8ae73341395334ec72165",
  rows: `
insert into environment_route (organization_id, project_id, environment_id, is_served, upstream_url, specs, requests_per_minute, info_url, consumer_from, modified_at) values
  ('${organizationId}', '${projectId}', '${environmentId}', true, null, '[]', 60, null, '["header:X-API-Key"]', '2026-11-23 00:00:00+00');
insert into environment_address (organization_id, environment_id, host, port, path_prefix) values
  ('${organizationId}', '${environmentId}', 'api.example.com', 0, '/');
insert into api_consumer (organization_id, project_id, id, name, owner, contacts, created_at, modified_at, row_version) values
  ('${organizationId}', '${projectId}', '${consumerId}', 'Partner', 'Sales', '["partner@example.com"]', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00', 1);
insert into api_consumer_identifier (organization_id, project_id, digest, consumer_id, kind, claim) values
  ('${organizationId}', '${projectId}', 'd1', '${consumerId}', 'claim', 'partner-42');
insert into traffic_count (organization_id, spec_id, environment_id, operation_digest, operation_key, consumer, status, grain, bucket, requests) values
  ('${organizationId}', '${specId}', '${environmentId}', md5('put /books/{}'), 'put /books/{}', 'd1', 200, 1, '2026-11-22 10:00:00+00', 3);
insert into undocumented_call (organization_id, environment_id, call_digest, method, path, requests, first_called_at, last_called_at) values
  ('${organizationId}', '${environmentId}', 'c1', 'get', '/hidden', 2, '2026-11-22 10:00:00+00', '2026-11-22 10:00:00+00')`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/environments/${environmentId}/route`;
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body).toMatchObject({
      isServed: true,
      requestsPerMinute: 60,
      addresses: [{ host: "api.example.com", port: null, pathPrefix: "/" }],
    });
  },
};
