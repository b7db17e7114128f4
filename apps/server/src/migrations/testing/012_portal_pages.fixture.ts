import { sql } from "kysely";
import { expect } from "vitest";
import type { MigrationFixture } from "./fixture.types.ts";

const insertPage = String.raw`insert into portal_page (organization_id, version_id, address, state, etag, headers, body, stored_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', 'given', 'before', '"ab12"', '["vary","accept"]', '\x1f8b', '2026-11-22 00:00:00+00')`;

export const fixture: MigrationFixture = {
  sqlDigest: "bc602c403d513cfd124681ac853f22b604e7ccd88a728cd6befde90c6b78dde3",
  rows: insertPage,
  // Only nodes of earlier versions use the table, while a region is upgraded node by node.
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    await sql.raw(insertPage).execute(db);
    const { rows } = await sql`select address from portal_page`.execute(db);
    expect(rows).toEqual([{ address: "given" }]);
  },
};
