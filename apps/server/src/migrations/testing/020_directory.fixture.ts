import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const groupId = "01a20019-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "939e4c957fb68b3da6b6d1036d859040d5bb25205f8c90cb439c0f238ffec57a",
  rows: `
insert into scim_group (organization_id, id, display_name, external_id, created_at, modified_at) values
  ('${organizationId}', '${groupId}', 'Engineering', 'eng', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00');
insert into scim_group_member (organization_id, group_id, membership_id)
  select organization_id, '${groupId}', id from membership where organization_id = '${organizationId}' limit 1;
insert into group_mapping (organization_id, id, group_name, group_key, role, priority, created_at, modified_at) values
  ('${organizationId}', '01a20019-0000-7000-8000-000000000002', 'Engineering', 'engineering', 'owner', 10, '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00');
insert into role_evaluation (organization_id, user_id, evaluated_at, asserted_groups)
  select organization_id, user_id, '2026-11-23 00:00:00+00', '["Engineering"]' from membership
  where organization_id = '${organizationId}' limit 1;
insert into email_domain (organization_id, id, domain, txt_value, verified_at, verified_by, created_at, modified_at) values
  ('${organizationId}', '01a20019-0000-7000-8000-000000000003', 'example.com', 'lintel-verification=x', '2026-11-23 00:00:00+00', 'dns', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00');
insert into break_glass_owner (organization_id, user_id, created_at)
  select organization_id, user_id, '2026-11-23 00:00:00+00' from membership
  where organization_id = '${organizationId}' and role = 'owner' limit 1`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const mappings = await db.selectFrom("groupMapping").selectAll().execute();
    expect(mappings).toMatchObject([{ groupKey: "engineering", priority: 10 }]);
    const members = await db.selectFrom("scimGroupMember").selectAll().execute();
    expect(members).toMatchObject([{ groupId }]);
  },
};
