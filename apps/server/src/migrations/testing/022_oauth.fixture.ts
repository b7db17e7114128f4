import { expect } from "vitest";
import { connectAgent } from "../../testing/tool-client.ts";
import { organizationId, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

/** An access token of a client to which the owner granted to read specifications. */
const token = "svc_oauth_wYIWl9q1NmfWPDcw8YA8dtZNc2EAmeky2TwEl3";

export const fixture: MigrationFixture = {
  sqlDigest: "f365f71c1055265df980eec1ec4712e293dd12f4826363f53b85e61a84adc512",
  rows: `
insert into oauth_client (id, metadata, created_at, last_used_at) values
  ('01a20020-0000-7000-8000-000000000001', '{"client_name":"Agent","redirect_uris":["http://127.0.0.1/"]}', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00');
insert into oauth_grant (organization_id, id, user_id, client_id, client_name, redirect_host, permissions, project_id, created_at, modified_at) values
  ('${organizationId}', '01a20020-0000-7000-8000-000000000002', '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', '01a20020-0000-7000-8000-000000000001', 'Agent', '127.0.0.1', '["specs:read","projects:read"]', null, '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00');
insert into oauth_artifact (digest, kind, grant_id, payload, expires_at) values
  ('c61405c3ffda1543cc142cd840d1634876ace5fd4781acaae92862f889b9af80', 'AccessToken', '01a20020-0000-7000-8000-000000000002', '{"aud":"http://localhost/mcp","scope":"specs:read"}', '2999-01-01 00:00:00+00');
insert into oauth_tool_context (organization_id, key_id, project_id, toolsets, modified_at) values
  ('${organizationId}', '01a20020-0000-7000-8000-000000000002', '${projectId}', '["specs"]', '2026-11-23 00:00:00+00')`,
  async prove(testApp) {
    await using agent = await connectAgent(testApp, { key: token });
    const { body } = await agent.call("get_context");
    expect(body).toMatchObject({ project: { id: projectId }, permissions: ["specs:read"] });
  },
};
