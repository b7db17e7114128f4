import { expect } from "vitest";
import { organizationId, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const requestId = "01a20033-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "aee3939e488c03a4f2d614acec15f324af1d752e0dfaaa0fde7a47bf73673e4e",
  rows: `
insert into sent_request (organization_id, project_id, id, sent_by, sent_at, endpoint_id, environment_id, environment_name, method, url, status, elapsed_ms, size_bytes, error_code, template, exchange) values
  ('${organizationId}', '${projectId}', '${requestId}', 'olive', '2126-11-23 00:00:00+00', null, null, null, 'GET', 'https://api.example.com/books', 200, 12.5, 2, null, '{"method":"GET","url":"https://api.example.com/books"}', '{"request":null,"response":null,"redirects":[],"timing":null,"error":null}')`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const row = await db
      .selectFrom("sentRequest")
      .select(["url", "elapsedMs", "template"])
      .where("organizationId", "=", organizationId)
      .where("id", "=", requestId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ elapsedMs: 12.5, template: { method: "GET" } });
  },
};
