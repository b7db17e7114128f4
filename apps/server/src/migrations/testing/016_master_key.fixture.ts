import { expect } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

/** Of the key that the app of the tests has for this region. */
const fingerprint = "eb542abcf0396c95ffc01821d72503cf";

export const fixture: MigrationFixture = {
  sqlDigest: "7f96d2036c637699b32716ce32275957501ad97edd9ce3f8faa9a58acc158428",
  rows: `
insert into master_key (fingerprint, sequence, state, chain_key, activated_at, retired_at) values
  ('${fingerprint}', 1, 'active', null, '2026-11-22 00:00:00+00', null);
update audit_head set key_fingerprint = '${fingerprint}' where organization_id = '${organizationId}'`,
  async prove(testApp) {
    const { keys, database } = testApp.cells.eu.platform;
    await keys.reload(await database());
    expect(keys.records()).toMatchObject([{ fingerprint, state: "active" }]);
    const verified = await callAsOperator(testApp, "eu", organizationId, "verifyAuditLog", {});
    expect(verified).toMatchObject({ isIntact: true });
  },
};
