import fc, { type Arbitrary } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeTool, toolOperations } from "@lintel/contract/tools";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, type ToolClient } from "../../testing/tool-client.ts";

let testApp: TestApp;
let agent: ToolClient;
/** Existing ids, by the name of their field. */
const present: Record<string, string> = {};

beforeAll(async () => {
  testApp = await buildTestApp({ name: "tool-fuzz" });
  const organization = await makeOrganization(testApp);
  const query = `project=${await makeProject(testApp, organization)}`;
  agent = await connectAgent(testApp, { key: organization.owner.key, query });
  const make = async (name: string, fields: object) =>
    (await agent.call(name, fields as Record<string, unknown>)).body;
  const idOf = (made: object) => String((made as Record<string, unknown>)["id"]);
  present["specId"] = idOf(await make("create_spec", { name: "Fuzz", openapiVersion: "3.2" }));
  const specId = present["specId"];
  const versions = await make("list_spec_versions", { specId });
  present["versionId"] = idOf(versions["items"]?.[0] ?? {});
  const { versionId } = present;
  const endpoint = { specId, versionId, path: "/a/{b}", method: "put" };
  present["endpointId"] = idOf(await make("create_endpoint", endpoint));
  const place = { specId, endpointId: present["endpointId"] };
  present["responseId"] = idOf(await make("add_response", { ...place, statusCode: 200 }));
  present["suiteId"] = idOf(await make("create_suite", { name: "Fuzz" }));
  if (Object.values(present).includes("undefined")) throw new Error("The scene is not complete.");
});

afterAll(async () => {
  await agent.client.close();
  await testApp.close();
});

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "",
    "\u0000",
    "application/json",
    "{}",
    '{"type":"string"}',
    "null",
    "/a/{b}",
    "{",
  ),
);

function valueOf(name: string, schema: Schema): Arbitrary<unknown> {
  const id = present[name];
  if (id !== undefined)
    return fc.oneof({ weight: 8, arbitrary: fc.constant(id) }, fc.uuid(), anyText);
  const right = rightValue(name, schema);
  return fc.oneof({ weight: 9, arbitrary: right }, fc.jsonValue({ maxDepth: 2 }));
}

function rightValue(name: string, schema: Schema): Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((choice) => rightValue(name, choice)));
  if (schema.type === "object") return recordOf(schema);
  if (schema.type === "array")
    return fc.array(rightValue(name, schema.items ?? {}), { maxLength: 3 });
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer" || schema.type === "number")
    return fc.oneof(fc.integer({ min: -1, max: 600 }), fc.maxSafeInteger());
  if (schema.type === "null") return fc.constant(null);
  if (name === "rowVersion") return fc.constantFrom("AAAAAAAAAAE=", "AAAAAAAAAAI=", "x");
  return schema.type === "string" ? fc.oneof(anyText, fc.uuid()) : fc.jsonValue({ maxDepth: 2 });
}

function recordOf({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(name, schema)]),
  );
  return fc.record(fields, { requiredKeys: [...required] });
}

// A run takes as long as its fields say, and deleting the specification affects the other tools.
const left = new Set(["run_suite", "delete_spec", "delete_spec_version", "publish_spec_version"]);
/** 110 make more than 10,000 calls of all tools together. */
const callsPerTool = Number(process.env["LINTEL_TEST_CALLS"] ?? 25);
const fuzzed = toolOperations.filter(({ tool }) => !left.has(tool.name));

it.each(fuzzed.map((operation) => [operation.tool.name, operation] as const))(
  "%s answers any input, and never with an internal error",
  async (name, operation) => {
    const fields = recordOf(describeTool(operation).inputSchema);
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        // A member that a parser may treat as a prototype is refused as an unreadable body.
        fc.pre(!JSON.stringify(given).includes("__proto__"));
        // The client checks every success against its schemas, and every failure against its form.
        const { isError, body } = await agent.call(name, given);
        if (isError) expect(Number(body["status"]), JSON.stringify(body)).toBeLessThan(500);
      }),
      { numRuns: callsPerTool },
    );
  },
  600_000,
);
