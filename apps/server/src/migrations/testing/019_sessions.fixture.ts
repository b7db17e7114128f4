import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import type { MigrationFixture } from "./fixture.types.ts";

/** The owner's session. */
const access = "svc_sess_Kr7yE8MH4R0ogVZkAAbAHoaCO4Xxr1JE00l4d3";
const sessionId = "01a20019-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "997ea809ff1982b299aa76bc6519a19965bc9bf3fb8d820cd9b95aaaf8e79482",
  rows: `
insert into session (id, user_id, method, created_at, authenticated_at, last_used_at, expires_at, device, address) values
  ('${sessionId}', '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 'password', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00', '2999-01-01 00:00:00+00', 'a browser', '127.0.0.1');
insert into session_token (digest, session_id, kind, expires_at) values
  ('4b97400dbdcb461e019b5a56c1f1a9b16cf4feb36fca2c5a6fdd65fd54ce2423', '${sessionId}', 'access', '2999-01-01 00:00:00+00');
insert into one_time_code (digest, purpose, organization_id, user_id, data, expires_at) values
  ('0000', 'reset', null, '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', '{}', '2999-01-01 00:00:00+00');
insert into invitation (organization_id, id, email, role, created_at, expires_at, digest) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20019-0000-7000-8000-000000000002', 'invited@example.com', 'viewer', '2026-11-23 00:00:00+00', '2999-01-01 00:00:00+00', '0001')`,
  async prove(testApp) {
    const { status, body } = await request(testApp, {
      method: "GET",
      path: "/api/session",
      session: access,
    });
    expect(status).toBe(200);
    expect(body["user"]).toMatchObject({ id: "01a1fdec-c796-70c9-85f9-8d7bab2a87b1" });
  },
};
