import { expect } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const requestId = "01a20047-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "7e2ddf7e4d3921c957d355fbbb79b185e9f2adc87df86679e183fd5f39f71938",
  rows: `
insert into scim_request (organization_id, id, started_at, is_token_accepted, token_name, token_prefix,
  method, path, result, status, scim_type, reason, detail, steps, received, request_id)
values ('${organizationId}', '${requestId}', '2026-11-26 00:00:00+00', true, 'Okta', 'svc_scim_000000',
  'PATCH', '/Users/x***', 'refused', 400, 'invalidPath', 'PATH', 'The path cannot be changed.',
  '[{"step":"content","result":"refused","detail":null}]', '{"replace title":["E***"]}', 'r');
update scim_token set warned = '2026-11-26T00:00:00.000Z 1' where organization_id = '${organizationId}'`,
  async prove(testApp) {
    const listed = await callAsOperator(testApp, "eu", organizationId, "listScimRequests", {});
    expect(listed.items).toMatchObject([
      { reason: "PATH", token: { name: "Okta" }, received: { "replace title": ["E***"] } },
    ]);
  },
};
