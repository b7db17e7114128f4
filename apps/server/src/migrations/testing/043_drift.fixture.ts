import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const versionId = "01a20001-0000-7000-8000-000000000002";
const environmentId = "01a1fdec-c8d1-7449-94f8-ec803363c473";

export const fixture: MigrationFixture = {
  sqlDigest: "7c9c28b859d8ceb546b758ac8a7ca5b111d0569293b5f6c4016a6e3dd2b2da95",
  rows: `
insert into checked_operation (organization_id, environment_id, version_id, operation_digest, operation_key, checked, drifted, last_checked_at) values
  ('${organizationId}', '${environmentId}', '${versionId}', md5('put /books/{}'), 'put /books/{}', 9, 2, now());
insert into answer_drift (organization_id, environment_id, version_id, operation_digest, drift_digest, status, kind, pointer, answers, first_seen_at, last_seen_at) values
  ('${organizationId}', '${environmentId}', '${versionId}', md5('put /books/{}'), md5('200 missing /id'), 200, 'missing', '/id', 2, now(), now())`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/drift`;
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body).toMatchObject({
      items: [
        {
          operation: "PUT /books/{}",
          checked: 9,
          drifted: 2,
          mismatches: [{ status: 200, kind: "missing", pointer: "/id", answers: 2 }],
        },
      ],
    });
  },
};
