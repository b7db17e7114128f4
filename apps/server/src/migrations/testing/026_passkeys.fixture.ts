import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import type { MigrationFixture } from "./fixture.types.ts";

/** The session of the owner that an earlier fixture inserts. */
const session = "svc_sess_Kr7yE8MH4R0ogVZkAAbAHoaCO4Xxr1JE00l4d3";
const owner = "01a1fdec-c796-70c9-85f9-8d7bab2a87b1";

export const fixture: MigrationFixture = {
  sqlDigest: "7483c5615c6854cc05fc3dab2b2f96b26ba9d40cb5b45458087a6517a35afc89",
  rows: `
insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, backed_up, created_at) values
  ('01a20021-0000-7000-8000-000000000001', '${owner}', 'AAAA', 'AAAA', 3, '["internal"]', 'Laptop', true, '2026-11-23 00:00:00+00');
insert into second_factor (user_id, sealed_secret, recovery_digests, last_step, created_at, enabled_at) values
  ('${owner}', '1.AAAA.AAAA.AAAA', '["0000", "0001"]', 59000000, '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00')`,
  async prove(testApp) {
    const passkeys = await request(testApp, { method: "GET", path: "/api/passkeys", session });
    expect(passkeys.body["items"]).toMatchObject([{ name: "Laptop", isBackedUp: true }]);
    const factor = { method: "GET", path: "/api/session/second-factor", session } as const;
    expect((await request(testApp, factor)).body).toMatchObject({
      isEnabled: true,
      recoveryCodesLeft: 2,
    });
  },
};
