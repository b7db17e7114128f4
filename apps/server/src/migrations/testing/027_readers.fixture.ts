import { expect } from "vitest";
import type { MigrationFixture } from "./fixture.types.ts";

/** A token of the session that an earlier fixture inserts. */
const token = "svc_read_JnpAjKIistn7XGYxIFZdth8aoshFcHHZ4CsMve";
const origin = "https://docs.example.com";

export const fixture: MigrationFixture = {
  sqlDigest: "6b997732152e503ac72363c2bc56c40108f69162760e402494b9a01cbdb904ec",
  rows: `
insert into reader_token (digest, session_id, origin, expires_at) values
  ('d500a1892da9d0471910a8a42c76f29fad1491a8f6adb81d5e263b1557b6478d', '01a20019-0000-7000-8000-000000000001', '${origin}', '2999-01-01 00:00:00+00')`,
  async prove({ cells }) {
    const { reader, site } = await cells.eu.sites.readAs("acme", "guide", { token, origin });
    expect(reader).toMatchObject({ email: "olive@example.com", isSsoMissing: false });
    expect(site).toMatchObject({ name: "Guide" });
  },
};
