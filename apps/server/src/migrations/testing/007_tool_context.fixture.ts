import { expect } from "vitest";
import { connectAgent } from "../../testing/tool-client.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

export const fixture: MigrationFixture = {
  sqlDigest: "2816d6df8f80b9bb3af50dd7ca44ce1d6ee55c0086c3ce5b08cbe38dbd798517",
  rows: `
insert into tool_context (organization_id, key_id, project_id, toolsets, modified_at) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c85a-7247-a71b-b400ab406524', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '["specs"]', '2026-11-21 16:00:00+00')`,
  async prove(testApp) {
    await using agent = await connectAgent(testApp, { key: ownerKey });
    const { body } = await agent.call("get_context");
    expect(body).toMatchObject({ project: { id: projectId }, enabledToolsets: ["specs"] });
  },
};
