import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const connectionId = "01a20024-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "1822df98a8562a59611ca9815b502874455c2bd31781a8bec12720bf47db4d27",
  rows: `
insert into sso_sign_in (organization_id, user_id, connection_id, signed_in_at)
  select organization_id, user_id, '${connectionId}', '2026-11-23 00:00:00+00' from membership
  where organization_id = '${organizationId}' limit 1`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const rows = await db.selectFrom("ssoSignIn").selectAll().execute();
    expect(rows).toMatchObject([{ connectionId }]);
  },
};
