import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const findingId = "01a20029-0000-7000-8000-000000000003";
const environmentId = "01a1fdec-c8d1-7449-94f8-ec803363c473";

export const fixture: MigrationFixture = {
  sqlDigest: "37f7c30a5e5515e3265d88386737d89ea5c9177f022a2a3ed0eead0f9723ea41",
  rows: `
update finding set target_origin = 'http://127.0.0.1:4010'
  where organization_id = '${organizationId}' and id = '${findingId}'`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/security/findings/${findingId}`;
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body).toMatchObject({
      environmentId,
      environmentName: expect.any(String) as string,
      fingerprint: "00000000000000000000000000000029",
    });
  },
};
