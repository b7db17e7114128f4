import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const runId = "01a1fdec-c975-7028-aa95-f83e2b447422";

export const fixture: MigrationFixture = {
  sqlDigest: "fe3490040c560b7e9cf78247d0cd91a5ca2a13c9377098b430fd769b7feeefe6",
  rows: "",
  async prove(testApp) {
    // The result was stored before its verdict had a column of its own.
    const path = `/api/projects/${projectId}/runs/${runId}`;
    const cases = await request(testApp, {
      method: "GET",
      path: `${path}/cases?verdict=passed&query=LIST`,
      key: ownerKey,
    });
    expect(cases.body["items"]).toMatchObject([{ position: 0, name: "lists", verdict: "passed" }]);
    const same = await request(testApp, {
      method: "GET",
      path: `${path}/comparison/${runId}`,
      key: ownerKey,
    });
    expect(same.body["counts"]).toMatchObject({ same: 1 });
  },
};
