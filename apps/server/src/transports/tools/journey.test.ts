import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { startTargetApi, type TargetApi } from "../../testing/target-api.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, revisions, type ToolClient } from "../../testing/tool-client.ts";
import type { ResponseBody } from "../../testing/request.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let target: TargetApi;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "journey" });
  organization = await makeOrganization(testApp);
  target = await startTargetApi();
});

afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await testApp.close();
});

/** Calls a tool that must succeed. */
async function succeed(
  agent: ToolClient,
  name: string,
  fields: Record<string, unknown> = {},
): Promise<ResponseBody> {
  const { isError, body } = await agent.call(name, fields);
  if (isError) throw new Error(`${name} failed: ${JSON.stringify(body)}`);
  return body;
}

/** A design with one endpoint, made only with tools. */
async function makeDesign(agent: ToolClient) {
  const spec = await succeed(agent, "create_spec", { name: "Pets", openapiVersion: "3.1" });
  const specId = String(spec["id"]);
  const versions = await succeed(agent, "list_spec_versions", { specId });
  const versionId = String(versions["items"]?.[0]?.["id"]);
  const endpoint = await succeed(agent, "create_endpoint", {
    specId,
    versionId,
    path: "/pets/{petId}",
    method: "put",
    summary: "Replace a pet",
  });
  return { specId, versionId, endpointId: String(endpoint["id"]) };
}

async function exportDocument(
  agent: ToolClient,
  { specId, versionId }: { specId: string; versionId: string },
): Promise<ResponseBody> {
  const file = await succeed(agent, "export_spec", { specId, versionId });
  expect(file["mediaType"]).toBe("application/json");
  return JSON.parse(String(file["text"])) as ResponseBody;
}

describe.each(revisions)("an agent that speaks %s", (revision) => {
  it("designs an API from nothing, and exports it", async () => {
    const projectId = await makeProject(testApp, organization);
    const key = await makeKey(testApp, organization, organization.owner.userId);
    await using agent = await connectAgent(testApp, { key, revision });
    await succeed(agent, "set_context", { projectId });
    const { specId, versionId, endpointId } = await makeDesign(agent);
    const place = { specId, endpointId };
    await succeed(agent, "add_parameter", {
      ...place,
      name: "limit",
      location: "query",
      schemaType: "integer",
    });
    await succeed(agent, "set_request_body", {
      ...place,
      contentType: "application/json",
      schemaJson: '{"type":"object","properties":{"name":{"type":"string"}}}',
    });
    const response = await succeed(agent, "add_response", {
      ...place,
      statusCode: 200,
      description: "Replaced",
      schemaJson: '{"type":"object"}',
    });
    const header = await succeed(agent, "manage_header_component", {
      level: "spec",
      action: "create",
      specId,
      versionId,
      name: "X-Request-Id",
      schemaType: "string",
    });
    await succeed(agent, "manage_response_header", {
      ...place,
      action: "add",
      responseId: response["id"],
      name: "X-Request-Id",
      schemaType: "string",
      headerComponentId: header["id"],
    });
    const document = await exportDocument(agent, { specId, versionId });
    const operation = document["paths"]?.["/pets/{petId}"]?.["put"];
    expect(operation).toMatchObject({
      summary: "Replace a pet",
      requestBody: { content: { "application/json": { schema: { type: "object" } } } },
      responses: { "200": { description: "Replaced", headers: { "X-Request-Id": {} } } },
    });
    expect(JSON.stringify(document)).toContain('"limit"');
    await succeed(agent, "lint_spec_version", { specId, versionId });
  });

  it("resolves a conflict by reading again", async () => {
    const projectId = await makeProject(testApp, organization);
    const { key } = organization.owner;
    const query = `project=${projectId}`;
    await using agent = await connectAgent(testApp, { key, revision, query });
    const { specId, versionId, endpointId } = await makeDesign(agent);
    const read = await succeed(agent, "get_endpoint", { specId, endpointId });
    const change = (rowVersion: unknown, summary: string) => ({
      specId,
      versionId,
      endpointId,
      path: "/pets/{petId}",
      method: "put",
      rowVersion,
      summary,
    });
    const first = await succeed(agent, "update_endpoint", change(read["rowVersion"], "One"));
    const late = await agent.call("update_endpoint", change(read["rowVersion"], "Two"));
    expect(late).toMatchObject({
      isError: true,
      body: { code: "CONCURRENCY_CONFLICT", currentRowVersion: first["rowVersion"] },
    });
    expect(late.body["fix"]).toContain("Read the record again");
    expect(late.body["fix"]).toContain("get_endpoint");
    const blind = await agent.call("update_endpoint", change(undefined, "Two"));
    expect(blind.body).toMatchObject({ code: "ROW_VERSION_REQUIRED" });
    const empty = await agent.call("update_endpoint", { specId, versionId, endpointId });
    expect(empty.body).toMatchObject({ code: "VALIDATION_FAILED" });
    const again = await succeed(agent, "get_endpoint", { specId, endpointId });
    const mended = change(again["rowVersion"], "Two");
    expect(await succeed(agent, "update_endpoint", mended)).toMatchObject({ summary: "Two" });
  });

  it("deletes and restores an endpoint, publishes, and compares with the next version", async () => {
    const projectId = await makeProject(testApp, organization);
    const { key } = organization.owner;
    const query = `project=${projectId}`;
    await using agent = await connectAgent(testApp, { key, revision, query });
    const { specId, versionId, endpointId } = await makeDesign(agent);
    const deleted = await succeed(agent, "delete_endpoint", { specId, versionId, endpointId });
    expect(deleted).toEqual({ ok: true });
    expect(await succeed(agent, "list_endpoints", { specId, versionId })).toMatchObject({
      totalCount: 0,
    });
    const gone = await succeed(agent, "list_endpoints", { specId, versionId, isDeleted: true });
    expect(gone).toMatchObject({ totalCount: 1, items: [{ id: endpointId }] });
    await succeed(agent, "restore_endpoint", { specId, versionId, endpointId });
    await succeed(agent, "publish_spec_version", { specId, versionId });
    const locked = await agent.call("create_endpoint", {
      specId,
      versionId,
      path: "/more",
      method: "get",
    });
    expect(locked.body).toMatchObject({ code: "VERSION_LOCKED" });
    const next = await succeed(agent, "create_spec_version", { specId, version: "2.0.0" });
    const listed = await succeed(agent, "list_endpoints", { specId, versionId: next["id"] });
    const copy = listed["items"]?.[0]?.["id"];
    await succeed(agent, "bulk_update_endpoints", { specId, action: "delete", endpointIds: copy });
    const compared = await succeed(agent, "compare_spec_versions", {
      specId,
      versionId: next["id"],
      baselineVersionId: versionId,
    });
    expect(JSON.stringify(compared)).toContain("breaking");
  });

  it("writes a suite, runs it and reads its report", async () => {
    const projectId = await makeProject(testApp, organization);
    const { key } = organization.owner;
    const query = `project=${projectId}&toolsets=core,testing`;
    await using agent = await connectAgent(testApp, { key, revision, query });
    const suite = await succeed(agent, "create_suite", { name: "Smoke" });
    const suiteId = String(suite["id"]);
    await succeed(agent, "create_case", {
      suiteId,
      name: "Answers",
      request: { method: "GET", url: `${target.url}/ok` },
      assertions: [{ source: "status", operator: "equals", expected: 200 }],
    });
    const run = await succeed(agent, "run_suite", { suiteId });
    expect(run).toMatchObject({ status: "finished", outcome: "passed", allPassed: true });
    const id = run["testRunId"];
    expect(await succeed(agent, "get_run_status", { id })).toMatchObject({ passedCases: 1 });
    const report = await succeed(agent, "get_run_report", { id, format: "junit" });
    expect(report["text"]).toContain("<testsuite");
    // A run of another project is not in this context.
    const elsewhere = `project=${await makeProject(testApp, organization)}`;
    await using other = await connectAgent(testApp, { key, revision, query: elsewhere });
    expect((await other.call("get_run_status", { id })).body).toMatchObject({
      code: "CONTEXT_MISMATCH",
      requestedProjectId: projectId,
    });
  });
});
