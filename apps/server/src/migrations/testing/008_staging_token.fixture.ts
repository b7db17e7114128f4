import { expect } from "vitest";
import { connectAgent } from "../../testing/tool-client.ts";
import type { MigrationFixture } from "./fixture.types.ts";

/** Minted by the owner's key, for an agent that only reads specifications. */
const token = "svc_stage_6Qi6BblMBkamAAFDJJ04sMu6jkppEMdL1LzHoq";

export const fixture: MigrationFixture = {
  sqlDigest: "56735ccc41054020cda20abd321521def07ab218365c57b8bed0ba0e7796078f",
  rows: `
insert into api_key (organization_id, id, user_id, name, prefix, access, permissions, expires_at, created_at, modified_at, minted_by) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20008-0000-7000-8000-000000000001', '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 'agent', 'svc_stage_6Qi6B', 'scoped', '[{"permission":"specs:read","projectId":null}]', '2999-01-01 00:00:00+00', '2026-11-21 16:00:00+00', '2026-11-21 16:00:00+00', '01a1fdec-c85a-7247-a71b-b400ab406524');
insert into credential (digest, kind, organization_id, subject_id) values
  ('2f652ed2b4f1a9907b6be74d118641be5555e4afeb8457605934a7897632bc38', 'key', '01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a20008-0000-7000-8000-000000000001')`,
  async prove(testApp) {
    await using agent = await connectAgent(testApp, { key: token });
    const { body } = await agent.call("get_context");
    expect(body).toMatchObject({ permissions: ["specs:read"] });
  },
};
