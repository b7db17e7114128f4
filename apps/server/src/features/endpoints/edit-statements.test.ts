import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTelemetry } from "../../platform/telemetry/open-telemetry.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { readExposition, sumOf } from "../../testing/exposition.ts";
import type { ResponseBody, TestResponse } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "../specs/spec.testing.ts";

let telemetry: Telemetry;
let testApp: TestApp;
let scene: SpecScene;
let spec: MadeSpec;
let endpoint: ResponseBody;

const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
const responses = {
  "200": { description: "A pet", headers: { "X-Rate": { schema: { type: "number" } } }, content },
  "404": { description: "None", content },
};
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];

beforeAll(async () => {
  const log = pino({ level: "silent" });
  telemetry = await openTelemetry({ version: "1.0.0", isScraped: true, otlp: null, log });
  // The statements of jobs would be counted with those of calls.
  testApp = await buildTestApp({ name: "statements", telemetry, takesJobs: false });
  scene = await openSpecScene({ testApp });
  const document = {
    openapi: "3.1.2",
    info: { title: "Pets", version: "1.0.0" },
    paths: { "/pets/{id}": { parameters, put: { requestBody: { content }, responses } } },
    components: { schemas: { Pet: { type: "object" } } },
  };
  spec = await importText(scene, JSON.stringify(document));
  const { body } = await scene.send("GET", `/${spec.specId}/endpoints?versionId=${spec.versionId}`);
  endpoint = await readEndpoint(String(body["items"]?.[0]?.["id"]));
});
afterAll(async () => {
  await testApp.close();
  await telemetry.close();
});

const readEndpoint = async (id: string): Promise<ResponseBody> =>
  (await scene.send("GET", `/${spec.specId}/endpoint?endpointId=${id}`)).body;

const send = (method: "POST" | "PUT", path: string, body: object): Promise<TestResponse> =>
  scene.send(method, `/${spec.specId}${path}`, body);

async function countStatements(): Promise<number> {
  const samples = readExposition((await telemetry.scrape?.()) ?? "");
  return sumOf(samples, "db_client_operation_duration_seconds_count", {}) ?? 0;
}

/** The statements of a second call: the first one fills caches. */
async function statementsOf(call: (turn: number) => Promise<TestResponse>): Promise<number> {
  expect((await call(1)).status).toBeLessThan(300);
  const before = await countStatements();
  expect((await call(2)).status).toBeLessThan(300);
  const count = (await countStatements()) - before;
  expect(count).toBeGreaterThan(0);
  return count;
}

describe("an edit of an endpoint takes few statements", () => {
  it("where it adds a response header", async () => {
    const responseId = endpoint["responses"]?.[0]?.["id"];
    const fields = { action: "add", endpointId: endpoint["id"], responseId, schemaType: "string" };
    const count = await statementsOf((turn) =>
      send("POST", "/response-headers", { ...fields, name: `X-${turn}` }),
    );
    expect(count).toBeLessThanOrEqual(12);
  });

  it("where it adds a parameter", async () => {
    const place = `/endpoints/${String(endpoint["id"])}/parameters`;
    const count = await statementsOf((turn) =>
      send("POST", place, { name: `page${turn}`, location: "query", schemaType: "integer" }),
    );
    expect(count).toBeLessThanOrEqual(14);
  });

  it("where it updates the endpoint itself", async () => {
    const id = String(endpoint["id"]);
    let { rowVersion } = await readEndpoint(id);
    const count = await statementsOf(async (turn) => {
      const fields = { method: "put", path: "/pets/{id}", summary: `Turn ${turn}`, rowVersion };
      const answer = await send("PUT", `/versions/${spec.versionId}/endpoints/${id}`, fields);
      ({ rowVersion } = answer.body);
      return answer;
    });
    expect(count).toBeLessThanOrEqual(20);
  });
});
