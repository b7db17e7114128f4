import { expect } from "vitest";
import type { MigrationFixture } from "./fixture.types.ts";

const session = "01a20028-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "ad6d663de5ff8d8c89ea208b6373fb289b9e96ca6f05d777981d9648588b3794",
  rows: `
insert into sso_request (digest, organization_id, connection_id, kind, expires_at, former_session_id)
  select 'of-028', organization_id, id, 'signIn', '2099-11-23 00:00:00+00', '${session}' from sso_connection limit 1`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const rows = await db
      .selectFrom("ssoRequest")
      .select("formerSessionId")
      .where("digest", "=", "of-028")
      .execute();
    expect(rows).toEqual([{ formerSessionId: session }]);
  },
};
