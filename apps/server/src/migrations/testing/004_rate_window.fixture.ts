import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

export const fixture: MigrationFixture = {
  sqlDigest: "90b246d9ec7958c9bfc2f1ddadac8f089c2182e9fe8b1844d078b4dfa5801cbb",
  rows: `
insert into rate_window (caller, instants, admitted, seen_at, window_us) values
  ('01a1fdec-c796-70c9-85f9-8d7bab2a87b1', '{1795261500000000,1795261501000000}', 1, 1795261501000000, 60000000)`,
  // The windows themselves need not outlive an upgrade; that calls are counted does.
  async prove(testApp) {
    const me = await request(testApp, { method: "GET", path: "/api/me", key: ownerKey });
    expect(me.headers["ratelimit"]).toMatch(/^"key";r=\d+;t=\d+$/);
  },
};
