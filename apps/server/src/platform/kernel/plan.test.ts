import { beforeAll, describe, expect, it } from "vitest";
import { codesOf } from "@lintel/contract/openapi-responses";
import { operation } from "@lintel/contract/operation";
import { describeTool } from "@lintel/contract/tools";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { Problem } from "../problem.ts";
import { implement } from "./implementation.ts";
import { createKernel } from "./kernel.ts";

const tool = { name: "scan", toolset: "specs" } as const;
const scan = operation({
  name: "scan",
  title: "Scan",
  summary: "Scans a project.",
  group: "Test",
  permission: "specs:write",
  plan: "pro",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/projects/{projectId}/scan" },
  tool,
  input: {},
  output: null,
  problems: [],
});

let testApp: TestApp;
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp, { plan: "free" });
  projectId = await makeProject(testApp, organization);
});

/** Calls the operation with a key; answers what refused it. */
async function callScan(secret: string, project = projectId): Promise<Problem | null> {
  const kernel = createKernel(testApp.cells.eu.platform, [implement(scan, async () => {})]);
  return kernel
    .callWithFields(
      { operation: scan, requestId: "test", evidence: { secret } },
      { projectId: project },
    )
    .then(
      () => null,
      (error: unknown) => {
        if (error instanceof Problem) return error;
        throw error;
      },
    );
}

const setPlan = (plan: "free" | "pro") =>
  callAsOperator(testApp, "eu", organization.id, "setOrganizationPlan", { plan });

describe("an operation with a plan", () => {
  it("is refused with the name of the plan that includes it", async () => {
    expect(await callScan(organization.owner.key)).toMatchObject({
      code: "PLAN_REQUIRED",
      members: { requiredPlan: "pro" },
    });
  });

  it("is refused for the scope and the role of the caller first", async () => {
    const viewer = await makeMember(testApp, organization, "viewer");
    const scoped = await makeKey(testApp, organization, organization.owner.userId, [
      { permission: "tests:read", projectId: null },
    ]);
    expect(await callScan(viewer.key)).toMatchObject({ code: "ROLE_INSUFFICIENT" });
    expect(await callScan(scoped)).toMatchObject({ code: "API_KEY_SCOPE_DENIED" });
  });

  it("says nothing about a project before the plan", async () => {
    const elsewhere = "01a20001-0000-7000-8000-000000000001";
    const { key } = organization.owner;
    expect(await callScan(key, elsewhere)).toMatchObject({ code: "PLAN_REQUIRED" });
    await setPlan("pro");
    expect(await callScan(key, elsewhere)).toMatchObject({ code: "NOT_FOUND" });
    await setPlan("free");
  });

  it("obeys a change of the plan from the next call on", async () => {
    const { key } = organization.owner;
    await setPlan("pro");
    expect(await callScan(key)).toBeNull();
    await setPlan("free");
    expect(await callScan(key)).toMatchObject({ code: "PLAN_REQUIRED" });
  });

  it("declares the refusal in the API description and in the definition of its tool", () => {
    expect(codesOf(scan)).toContain("PLAN_REQUIRED");
    expect(describeTool({ ...scan, tool }).description).toBe(
      "Scans a project. Requires the plan pro (PLAN_REQUIRED).",
    );
  });
});
