import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const tokenId = "01a20021-0000-7000-8000-000000000001";
const removedId = "01a20021-0000-7000-8000-000000000002";
const at = "2026-11-23 00:00:00+00";

export const fixture: MigrationFixture = {
  sqlDigest: "c5c6100f6c38074fc441280216d2b7ff468a2e12bfaab4590b87a59703bceb12",
  rows: `
update organization set is_scim_enabled = true where id = '${organizationId}';
insert into scim_user (organization_id, user_id, user_name, external_id, given_name, emails, email_keys,
  created_at, modified_at)
  select organization_id, user_id, 'ann', '00u1', 'Ann',
    '[{"value":"Ann@example.com","type":"work","isPrimary":true,"display":null}]',
    '{ann@example.com}', '${at}', '${at}'
  from membership where organization_id = '${organizationId}' order by user_id limit 1;
insert into scim_removed (organization_id, id, removed_at)
  values ('${organizationId}', '${removedId}', '${at}');
insert into scim_token (organization_id, id, name, prefix, created_at)
  values ('${organizationId}', '${tokenId}', 'Okta', 'svc_scim_000000', '${at}')`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const [user] = await db.selectFrom("scimUser").selectAll().execute();
    expect(user).toMatchObject({
      userName: "ann",
      emailKeys: ["ann@example.com"],
      rowVersion: "1",
    });
    expect(user?.emails[0]?.value).toBe("Ann@example.com");
    const removed = await db.selectFrom("scimRemoved").select("id").execute();
    expect(removed.map(({ id }) => id)).toContain(removedId);
    const tokens = await db.selectFrom("scimToken").select(["id", "revokedAt"]).execute();
    expect(tokens).toEqual([{ id: tokenId, revokedAt: null }]);
  },
};
