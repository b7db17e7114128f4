import { expect } from "vitest";
import { organizationId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const planId = "01a20031-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "c2eae4c0cbee3868e369973578eb7e4239e7820e3920be6eb926f8a313561b67",
  rows: `
update deprecation_plan set trial_starts_at = '2026-11-23 10:00:00+00', trial_ends_at = '2026-11-23 10:05:00+00'
  where organization_id = '${organizationId}' and id = '${planId}'`,
  async prove(testApp) {
    const db = await testApp.cells.eu.platform.database();
    const plan = await db
      .selectFrom("deprecationPlan")
      .select(["trialStartsAt", "trialEndsAt"])
      .where("id", "=", planId)
      .executeTakeFirstOrThrow();
    expect(plan.trialEndsAt?.toISOString()).toBe("2026-11-23T10:05:00.000Z");
  },
};
