import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const owner = "01a1fdec-c796-70c9-85f9-8d7bab2a87b1";
const noticeId = "01a20036-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "7e876af7d12ee2e93f0fac6119b6e987eb84e76224cc0f89663100b2e684afe7",
  rows: `
insert into notice (organization_id, user_id, id, cause, kind, title, text, event_type, subject_type, subject_id, is_shown, waits_for_digest, created_at) values
  ('${organizationId}', '${owner}', '${noticeId}', 'event:1', 'membership', 'You are now a member', 'Your role is viewer.', 'member.added', 'user', '${owner}', true, false, '2026-11-23 00:00:00+00');
insert into notice_preference (organization_id, user_id, kind, in_app, mail) values
  ('${organizationId}', '${owner}', 'runs', false, 'off')`,
  async prove(testApp) {
    const read = (path: string) => request(testApp, { method: "GET", path, key: ownerKey });
    expect((await read("/api/notices")).body["items"]).toMatchObject([{ id: noticeId }]);
    const { body } = await read("/api/notices/preferences");
    expect(body["preferences"]).toContainEqual({ kind: "runs", inApp: false, mail: "off" });
  },
};
