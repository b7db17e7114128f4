import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IsOptional } from "typebox";
import { toolOperations, type ToolOperation } from "@lintel/contract/tools";
import { createSampler } from "@lintel/samples/make-sample";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { nameNextTool } from "./next-tool.ts";
import { connectAgent, type ToolClient } from "../../testing/tool-client.ts";

let testApp: TestApp;
let agent: ToolClient;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "refused-calls" });
  const organization = await makeOrganization(testApp);
  const projectId = await makeProject(testApp, organization);
  agent = await connectAgent(testApp, { key: organization.owner.key });
  await agent.call("set_context", { projectId });
});

afterAll(async () => {
  await agent.client.close();
  await testApp.close();
});

const isId = (field: string): boolean => /^id$|Ids?$/.test(field);
const needed = ({ input }: ToolOperation): string[] =>
  Object.keys(input).filter((field) => !IsOptional(input[field] ?? {}));

const sampler = createSampler({ is30: false, find: () => null });

/** What some tools need in addition to their required fields. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = {
  get_endpoint: ["endpointId"],
  add_security_scheme: ["endpointId", "securitySchemeId"],
  manage_response_header: ["endpointId", "responseId", "name", "schemaType"],
  get_header_component: ["specId", "versionId"],
  delete_header_component: ["specId", "versionId"],
  manage_deprecation_plan: ["entityType", "entityId"],
};

/** A valid call about records that do not exist. */
function callAboutNothing(operation: ToolOperation): Record<string, unknown> {
  const fields = [...needed(operation), ...(alsoNeeded[operation.tool.name] ?? [])];
  return Object.fromEntries(
    fields.map((field) => [field, makeValue(field, operation.input[field] ?? {})]),
  );
}

function makeValue(field: string, schema: { readonly type?: string }): unknown {
  if (isId(field)) return schema.type === "array" ? [crypto.randomUUID()] : crypto.randomUUID();
  return field === "rowVersion" ? "AAAAAAAAAAE=" : sampler.show(schema);
}

type Entry = readonly [string, ToolOperation];
const toEntry = (operation: ToolOperation): Entry => [operation.tool.name, operation];
const withIds = toolOperations.filter((operation) => needed(operation).some(isId)).map(toEntry);
const names = new Set(toolOperations.map(({ tool }) => tool.name));

/** The tools that a text names, all of which exist. */
function namedTools(text: unknown): string[] {
  const words = String(text).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  for (const word of words) expect(names, String(text)).toContain(word);
  return words;
}

describe("a refusal", () => {
  it.each(withIds)("of a call of %s without fields names them", async (name, operation) => {
    const { isError, body } = await agent.call(name);
    expect({ isError, body }).toMatchObject({ isError: true, body: { code: "VALIDATION_FAILED" } });
    const fields = Object.values(body["errors"] ?? {}).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(needed(operation)));
  });

  it.each(withIds)(
    "of a call of %s with an id of no record's form names it",
    async (name, operation) => {
      const field = needed(operation).find(isId) ?? "";
      const { isError, body } = await agent.call(name, {
        ...callAboutNothing(operation),
        [field]: "x",
      });
      expect({ isError, body }).toMatchObject({
        isError: true,
        body: { code: "VALIDATION_FAILED" },
      });
    },
  );

  // A scan profile that refers to nothing is refused by its fields.
  const found = withIds.filter(([name]) => name !== "create_scan_profile");

  it.each(found)("of a call of %s about no record names a tool", async (name, operation) => {
    const { isError, body } = await agent.call(name, callAboutNothing(operation));
    expect({ isError, body }).toMatchObject({ isError: true, body: { code: "NOT_FOUND" } });
    expect(namedTools(body["fix"])).not.toEqual([]);
  });

  it.each(toolOperations.filter(({ input }) => Object.keys(input).some(isId)).map(toEntry))(
    "of a call of %s about a record that does not exist names a tool, whichever id is meant",
    (_, operation) => {
      expect(namedTools(nameNextTool("NOT_FOUND", operation))).not.toEqual([]);
    },
  );

  it.each(toolOperations.filter(({ input }) => "rowVersion" in input).map(toEntry))(
    "of a call of %s with another rowVersion names the tool that reads it",
    (_, operation) => {
      for (const code of ["CONCURRENCY_CONFLICT", "ROW_VERSION_REQUIRED"] as const)
        expect(namedTools(nameNextTool(code, operation))).not.toEqual([]);
    },
  );
});
