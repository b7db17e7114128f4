import { expect } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

export const fixture: MigrationFixture = {
  sqlDigest: "51abe7e715db8a3d13fb59d0550ed6d67b8fd72445089220573601031e812dbd",
  rows: `
update user_account set name = 'Olive Oldest' where email = 'olive@example.com'`,
  async prove(testApp) {
    const whoAmI = () => request(testApp, { method: "GET", path: "/api/me", key: ownerKey });
    expect((await whoAmI()).body).toMatchObject({ user: { name: "Olive Oldest" } });
    // A caller that is remembered by now sees the change all the same.
    await callAsOperator(testApp, "eu", organizationId, "updateOrganization", {
      name: "Apex",
      rowVersion: "AAAAAAAAAAE=",
    });
    expect((await whoAmI()).body).toMatchObject({ organization: { name: "Apex" } });
  },
};
