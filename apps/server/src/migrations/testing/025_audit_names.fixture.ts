import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

export const fixture: MigrationFixture = {
  sqlDigest: "f7e9755ddd523f75bacc263e674b2e87f4166c692edb77ac35fbcc79f816f05b",
  rows: `insert into audit_retention (organization_id, days) values ('${organizationId}', 365)`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const rows = await db.selectFrom("auditRetention").selectAll().execute();
    expect(rows).toMatchObject([{ organizationId, days: 365 }]);
  },
};
