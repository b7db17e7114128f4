import { expect } from "vitest";
import type { MigrationFixture } from "./fixture.types.ts";

const place = {
  organizationId: "01a1fdec-c771-71ff-a9b7-240bc07f1799",
  versionId: "01a20009-0000-7000-8000-000000000002",
  address: "kept",
  state: "now",
};

export const fixture: MigrationFixture = {
  sqlDigest: "bc602c403d513cfd124681ac853f22b604e7ccd88a728cd6befde90c6b78dde3",
  rows: String.raw`
insert into portal_page (organization_id, version_id, address, state, etag, headers, body, stored_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20009-0000-7000-8000-000000000002', 'given', 'before', '"ab12"', '["vary","accept"]', '\x1f8b', '2026-11-22 00:00:00+00')`,
  // Pages themselves need not outlive an upgrade; that they are kept does.
  async prove(testApp) {
    const { storedPages } = testApp.cells.eu;
    const page = { etag: '"cd34"', headers: ["vary", "accept"], body: Buffer.from("page") };
    expect(await storedPages.find(place)).toBeNull();
    await storedPages.keep(place, page);
    expect(await storedPages.find(place)).toEqual(page);
  },
};
