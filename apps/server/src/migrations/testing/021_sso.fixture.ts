import { expect } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const connectionId = "01a1fdec-c771-71ff-a9b7-240bc07f2100";
const ofConnection = `'${organizationId}', '${connectionId}'`;
const at = "'2026-11-22 00:00:00+00'";

export const fixture: MigrationFixture = {
  sqlDigest: "a5da63720122680e74e7b18da912574364b1a61b7e35f2f68be87118053cf9a2",
  rows: `
insert into sso_connection (organization_id, id, name, protocol, status, saml, certificates, domains,
  attributes, is_jit_enabled, is_idp_initiated_allowed, is_email_trusted, failed_handshakes,
  created_at, modified_at, row_version)
values (${ofConnection}, 'Provider', 'saml', 'draft',
  '{"entityId":"https://idp.example.com","signInUrl":"https://idp.example.com/sso"}', '[]',
  '["example.com"]', '{"email":null,"name":null,"groups":null}', true, false, false, 0, ${at}, ${at}, 1);
insert into sso_attempt (organization_id, connection_id, id, started_at, is_test, result, reason, detail,
  steps, received, request_id)
values (${ofConnection}, '01a1fdec-c771-71ff-a9b7-240bc07f2101', ${at}, true, 'refused',
  'SAML_UNSIGNED', 'Not signed.', '[{"step":"message","result":"refused","detail":null}]', '{}', 'r');
insert into sso_request (digest, organization_id, connection_id, kind, expires_at)
values ('00', ${ofConnection}, 'ticket', ${at});
insert into assertion_use (organization_id, connection_id, digest, expires_at)
values (${ofConnection}, '00', ${at})`,
  async prove(testApp) {
    const fields = { connectionId };
    const read = await callAsOperator(testApp, "eu", organizationId, "getSsoConnection", fields);
    expect(read).toMatchObject({ name: "Provider", status: "draft", domains: ["example.com"] });
    const listed = await callAsOperator(testApp, "eu", organizationId, "listSsoAttempts", fields);
    expect(listed.items).toMatchObject([{ reason: "SAML_UNSIGNED" }]);
  },
};
