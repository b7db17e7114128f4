import type { AuditEvent } from "@lintel/contract/events";
import { operation } from "@lintel/contract/operation";
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { Problem } from "../problem.ts";
import { implement, type OrganizationContext } from "./implementation.ts";
import { createKernel } from "./kernel.ts";

/** An operation whose call decides which of several events it is. */
const manage = operation({
  name: "manage",
  title: "Change or take away",
  summary: "Does one of several things.",
  group: "Test",
  permission: "org:manage-governance",
  context: "organization",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "header_component.updated",
  input: {},
  output: null,
  problems: [],
});

let testApp: TestApp;

beforeAll(async () => {
  testApp = await useTestApp();
});

/** Calls the operation with a key of its own organization; answers what the audit log then says. */
async function readEventAfter(
  handle: (context: OrganizationContext) => Promise<void>,
): Promise<{ event: AuditEvent; result: string }> {
  const organization = await makeOrganization(testApp);
  const { platform } = testApp.cells.eu;
  const kernel = createKernel(platform, [implement(manage, handle)]);
  const evidence = { secret: organization.owner.key };
  await kernel
    .callWithFields({ operation: manage, requestId: "test", evidence }, {})
    .catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  const { body } = await request(testApp, {
    method: "GET",
    path: "/api/audit-log?category=Design",
    key: organization.owner.key,
  });
  expect(body["totalCount"]).toBe(1);
  return body["items"]?.[0] as unknown as { event: AuditEvent; result: string };
}

const deleted = {
  subject: { type: "headerComponent", id: crypto.randomUUID(), name: "X-A" },
  data: { level: "organization" },
} as const;

describe("the audit entry of an operation with several events", () => {
  it("has the event that the handler emits last", async () => {
    const entry = await readEventAfter(async ({ emit }) => {
      emit("header_component.created", deleted);
      emit("header_component.deleted", deleted);
    });
    expect(entry).toMatchObject({
      event: "header_component.deleted",
      result: "success",
      target: deleted.subject,
    });
  });

  it("has the declared event for a refusal", async () => {
    const entry = await readEventAfter(async ({ emit }) => {
      emit("header_component.deleted", deleted);
      throw new Problem("ROLE_INSUFFICIENT", "This needs specs:delete.");
    });
    expect(entry).toMatchObject({ event: "header_component.updated", result: "refused" });
  });
});
