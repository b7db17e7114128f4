import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const owner = "01a1fdec-c796-70c9-85f9-8d7bab2a87b1";
const viewId = "01a20050-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "e75e041de1e01af4b8037775e6f85ffea5a25557d91a7189aa9c66229c4cacba",
  rows: `
insert into saved_view (organization_id, project_id, id, list, name, search, owner_id, created_at, modified_at) values
  ('${organizationId}', '${projectId}', '${viewId}', 'findings', 'Mine', '{"q":"assigned:me"}', '${owner}', '2026-11-24 00:00:00+00', '2026-11-24 00:00:00+00');
insert into saved_view_default (organization_id, project_id, user_id, list, view_id) values
  ('${organizationId}', '${projectId}', '${owner}', 'findings', '${viewId}');
insert into presence (organization_id, tab_id, project_id, place, user_id, seen_at) values
  ('${organizationId}', '01a20050-0000-7000-8000-000000000002', '${projectId}', 'finding:${viewId}', '${owner}', '2026-11-24 00:00:00+00')`,
  async prove(testApp) {
    const read = (path: string) => request(testApp, { method: "GET", path, key: ownerKey });
    const { body } = await read(`/api/projects/${projectId}/views`);
    expect(body["items"]).toMatchObject([
      { id: viewId, name: "Mine", search: { q: "assigned:me" }, isShared: false, isDefault: true },
    ]);
    // The index also has what was there before it.
    const found = await read("/api/search?query=shop&kind=project");
    expect(found.body["items"]).toMatchObject([{ id: projectId, path: "/shop" }]);
  },
};
