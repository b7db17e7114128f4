import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const runId = "01a1fe2b-3c5e-7a10-9d7c-0c9f7e3b51aa";

export const fixture: MigrationFixture = {
  sqlDigest: "cfd4d849f85661132a9a6f669f114b648ebe5af33e2590ec5cf2c02dbf64a996",
  rows: String.raw`
insert into test_run (organization_id, project_id, id, suite_id, suite_name, suite_path, environment_id, environment_name, created_by, status, iterations, total_cases, request_digest, created_at, job_id) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '01a1fe2b-3c5e-7a10-9d7c-0c9f7e3b51aa', '01a1fdec-c947-70f9-ae26-42ebebe9ea80', 'Books', 'shop/Books', '01a1fdec-c8d1-7449-94f8-ec803363c473', 'Staging', '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 'pending', '1', '1', '6c1f5f0d1f8a1c8ed4b3a04a1c1f6ac0f5f2fdc1d4f8a8b1e5f9a2b7c3d4e5f6', '2026-11-21 12:53:27.902+00', '5f0cf0a4-41cf-4b5e-93a9-2f3c1a3f6b1e');
insert into test_run_work (organization_id, run_id, sealed) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fe2b-3c5e-7a10-9d7c-0c9f7e3b51aa', '1.x7TjQHnTzwrFQbCL.3nHkzfS4-aqOaDEDkVuA9g.7Qg')`,
  // Its job is not in the queue, as after a restore: nobody will begin it, and it does not wait for ever.
  async prove(testApp) {
    const path = `/api/cli/runs/${runId}/status`;
    await expect
      .poll(async () => (await request(testApp, { method: "GET", path, key: ownerKey })).body)
      .toMatchObject({ status: "finished", outcome: "error" });
    const db = await testApp.cells.eu.platform.database();
    expect(await db.selectFrom("testRunWork").selectAll().execute()).toEqual([]);
  },
};
