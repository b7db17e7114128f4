import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { ownerKey } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const rule = {
  name: "summary-there",
  severity: "error",
  subject: { type: "Operation", property: ["summary"] },
  assertions: { defined: true },
};

export const fixture: MigrationFixture = {
  sqlDigest: "4d2cfdd855ec78e334f3bf1952ddcb6d105a2c7dda313b27af7a28f75d89f3b7",
  rows: String.raw`
update design_settings set lint_options = '{"custom":[${JSON.stringify(rule)}]}'
  where organization_id = '01a1fdec-c771-71ff-a9b7-240bc07f1799'`,
  async prove(testApp) {
    const path = "/api/design-settings";
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body).toMatchObject({
      customLintRules: [rule],
      mediaTypeRules: { request: null, response: null },
    });
  },
};
