import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import type { ResponseBody } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, type ToolClient } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "design-calls" });
  organization = await makeOrganization(testApp);
});

afterAll(() => testApp.close());

/** An agent that counts its calls. */
interface CountingAgent {
  calls: number;
  succeed(name: string, fields: Record<string, unknown>): Promise<ResponseBody>;
}

function count(agent: ToolClient): CountingAgent {
  return {
    calls: 0,
    async succeed(name, fields) {
      this.calls += 1;
      const { isError, body } = await agent.call(name, fields);
      if (isError) throw new Error(`${name} failed: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

const schemaJson = '{"type":"object","properties":{"name":{"type":"string"}}}';
const failures = [400, 404].map((statusCode) => ({ statusCode, description: "Refused" }));
const byId = { name: "id", location: "path", schemaType: "string", schemaFormat: "uuid" };

/**
 * The usual five endpoints of a resource: at least two responses each, with a body where needed.
 */
const describeResource = (noun: string) => [
  {
    path: `/${noun}`,
    method: "get",
    parameters: [
      { name: "skip", location: "query", schemaType: "integer" },
      { name: "take", location: "query", schemaType: "integer", defaultValue: "20" },
    ],
    responses: [{ statusCode: 200, schemaJson: '{"type":"array"}' }, ...failures],
  },
  {
    path: `/${noun}`,
    method: "post",
    requestBody: { contentType: "application/json", schemaJson },
    responses: [{ statusCode: 201, schemaJson }, ...failures],
  },
  { path: `/${noun}/{id}`, method: "get", parameters: [byId], responses: [{ statusCode: 200 }] },
  {
    path: `/${noun}/{id}`,
    method: "put",
    parameters: [{ name: "If-Match", location: "header", schemaType: "string" }, byId],
    requestBody: { contentType: "application/json", schemaJson },
    responses: [{ statusCode: 200, schemaJson }, ...failures],
  },
  {
    path: `/${noun}/{id}`,
    method: "delete",
    responses: [{ statusCode: 204, description: "Gone" }, ...failures],
  },
];

const operations = ["orders", "customers", "invoices"]
  .flatMap((noun) => describeResource(noun).map((each) => ({ ...each, tags: noun })))
  .slice(0, 12);

async function openSpec(agent: CountingAgent) {
  const spec = await agent.succeed("create_spec", { name: "Shop", openapiVersion: "3.1" });
  return { specId: String(spec["id"]), versionId: String(spec["newestVersionId"]) };
}

const connect = async () => {
  const projectId = await makeProject(testApp, organization);
  const query = `project=${projectId}`;
  return connectAgent(testApp, { key: organization.owner.key, query });
};

describe("an agent that designs an API", () => {
  it("designs twelve operations with all their parts in at most 30 calls", async () => {
    await using client = await connect();
    const agent = count(client);
    const place = await openSpec(agent);
    await agent.succeed("create_component", {
      ...place,
      kind: "securitySchemes",
      name: "token",
      content: { type: "http", scheme: "bearer" },
    });
    const folder = await agent.succeed("create_folder", { ...place, name: "Sales" });
    for (const operation of operations) {
      const made = await agent.succeed("create_endpoint", {
        ...place,
        ...operation,
        summary: `Handle ${operation.path}`,
        folderId: folder["id"],
        securitySchemes: [{ securitySchemeName: "token" }],
      });
      expect(made).toMatchObject({ folderId: folder["id"], warnings: expect.any(Array) });
      expect(made["responses"]).toHaveLength(operation.responses.length);
      expect(made["securitySchemes"]).toMatchObject([{ name: "token" }]);
    }
    const file = await agent.succeed("export_spec", place);
    expect(agent.calls).toBeLessThanOrEqual(30);
    const document = JSON.parse(String(file["text"])) as ResponseBody;
    expect(file["text"]).toBe(JSON.stringify(document));
    expect(Object.keys(document["paths"] ?? {})).toHaveLength(5);
    expect(document["paths"]?.["/orders/{id}"]?.["put"]).toMatchObject({
      tags: ["orders"],
      parameters: [
        { name: "id", in: "path", schema: { format: "uuid" } },
        { name: "If-Match", in: "header" },
      ],
      requestBody: { content: { "application/json": { schema: { type: "object" } } } },
      responses: { "200": {}, "400": {}, "404": { description: "Refused" } },
      security: [{ token: [] }],
    });
  });

  it("creates no endpoint if one part is refused, and names the part", async () => {
    await using client = await connect();
    const place = await openSpec(count(client));
    const wanted = { ...place, path: "/orders/{id}", method: "put" };
    const refusals: [Record<string, unknown>, Record<string, unknown>][] = [
      [
        { responses: [{ statusCode: 200 }, { statusCode: 201, schemaJson: "{" }] },
        { code: "SCHEMA_INVALID" },
      ],
      [{ responses: [{ statusCode: 200 }, { statusCode: 200 }] }, { code: "RESPONSE_EXISTS" }],
      [
        { parameters: [{ ...byId, name: "other" }] },
        { code: "VALIDATION_FAILED", errors: [{ field: "parameters[0].name" }] },
      ],
      [{ parameters: [byId, byId] }, { code: "NAME_TAKEN" }],
      [
        { securitySchemes: [{ securitySchemeName: "none" }] },
        { code: "SECURITY_SCHEME_NOT_FOUND" },
      ],
      [{ folderId: place.specId }, { code: "NOT_FOUND" }],
    ];
    for (const [fields, problem] of refusals) {
      const refused = await client.call("create_endpoint", { ...wanted, ...fields });
      expect(refused).toMatchObject({ isError: true, body: problem });
    }
    expect((await client.call("list_endpoints", place)).body).toMatchObject({ totalCount: 0 });
  });

  it("adds several responses with one call, all of them or none", async () => {
    await using client = await connect();
    const agent = count(client);
    const { specId, versionId } = await openSpec(agent);
    const made = await agent.succeed("create_endpoint", {
      specId,
      versionId,
      path: "/orders",
      method: "get",
    });
    const endpoint = { specId, endpointId: made["id"] };
    const refused = await client.call("add_response", {
      ...endpoint,
      statusCode: 200,
      moreResponses: [{ statusCode: 404 }, { statusCode: 200 }],
    });
    expect(refused.body).toMatchObject({ code: "RESPONSE_EXISTS" });
    expect(refused.body["detail"]).toContain("moreResponses[1]");
    const added = await agent.succeed("add_response", {
      ...endpoint,
      statusCode: 200,
      moreResponses: failures,
    });
    expect(added).toMatchObject({
      statusCode: "200",
      moreResponses: [{ statusCode: "400" }, { statusCode: "404" }],
    });
    const read = await agent.succeed("get_endpoint", endpoint);
    expect(read["responses"]).toHaveLength(3);
  });

  it("is warned of missing references, schemas and scopes", async () => {
    await using client = await connect();
    const agent = count(client);
    const place = await openSpec(agent);
    await agent.succeed("create_component", {
      ...place,
      kind: "securitySchemes",
      name: "login",
      content: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://e.test/t", scopes: { read: "" } } },
      },
    });
    const dangling = '{"properties":{"pet":{"$ref":"#/components/schemas/Pet"}}}';
    const impossible = '{"items":{"type":"integer","minimum":5,"maximum":1}}';
    const made = await agent.succeed("create_endpoint", {
      ...place,
      path: "/pets",
      method: "post",
      requestBody: { contentType: "application/json", schemaJson: dangling },
      responses: [{ statusCode: 200, schemaJson: impossible }],
      securitySchemes: [{ securitySchemeName: "login", scopes: "read,write" }],
    });
    expect(made["warnings"]).toMatchObject([
      { code: "REFERENCE_NOT_FOUND", fields: ["requestBody.schemaJson"] },
      { code: "SCHEMA_IMPOSSIBLE", fields: ["responses[0].schemaJson"] },
      { code: "SCOPE_UNKNOWN", fields: ["securitySchemes[0].scopes"] },
    ]);
    const sound = await agent.succeed("create_endpoint", {
      ...place,
      path: "/owners",
      method: "post",
      requestBody: { contentType: "application/json", schemaJson },
    });
    expect(sound["warnings"]).toEqual([]);
  });

  it("learns in which project it changed something", async () => {
    const projectId = await makeProject(testApp, organization);
    const query = `project=${projectId}`;
    await using agent = await connectAgent(testApp, { key: organization.owner.key, query });
    const made = await agent.client.callTool({ name: "create_spec", arguments: { name: "Shop" } });
    expect(made._meta).toMatchObject({ "lintel/projectId": projectId });
    const read = await agent.client.callTool({ name: "list_specs", arguments: {} });
    expect(read._meta).not.toHaveProperty("lintel/projectId");
  });
});
