import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const subject = "01a1fdec-c771-71ff-a9b7-240bc07f1700";

export const fixture: MigrationFixture = {
  sqlDigest: "183e67f284d754e4a70acbee8c7971f4075b9098287f484ac838ad40b3b29fa6",
  rows: `
update audit_head set event_sequence = 1 where organization_id = '${organizationId}';
insert into event (organization_id, sequence, occurred_at, type, version, project_id, permission,
  subject_type, subject_id, actor, request_id, data)
values ('${organizationId}', 1, '2026-11-22 00:00:00+00', 'project.created', 1, '${subject}',
  'projects:read', 'project', '${subject}', '{"type":"user","id":null,"keyId":null}', null, '{}')`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const events = await db.selectFrom("event").selectAll().orderBy("sequence").execute();
    expect(events[0]).toMatchObject({ sequence: "1", type: "project.created", data: {} });
  },
};
