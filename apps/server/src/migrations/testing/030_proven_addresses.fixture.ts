import { expect } from "vitest";
import type { MigrationFixture } from "./fixture.types.ts";

const user = "01a20030-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "137a41c0f5549424f372f082d4ba0847b872df2e62b2955c11f66fcfbd3aa41b",
  rows: `
insert into user_account (id, email, name, created_at, is_address_unproven)
  values ('${user}', 'of-030@example.com', 'Of 030', '2026-11-23 00:00:00+00', true)`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const rows = await db
      .selectFrom("userAccount")
      .select("isAddressUnproven")
      .where("id", "=", user)
      .execute();
    expect(rows).toEqual([{ isAddressUnproven: true }]);
  },
};
