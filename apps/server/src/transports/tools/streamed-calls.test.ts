import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeKey, makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { toolAddress } from "../../testing/tool-client.ts";
import type { OfferedTool } from "./offers.ts";

/** A tool that reports progress, asks for a name, and answers with it. */
const greeter: OfferedTool = {
  definition: { name: "greet", description: "Asks who is there.", inputSchema: { type: "object" } },
  isStreamed: true,
  async call(_, __, { mcpReq }) {
    await mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken: mcpReq._meta?.progressToken ?? 0, progress: 1, total: 2 },
    });
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
    const params = { message: "Who is there?", requestedSchema };
    const { content } = await mcpReq.send({ method: "elicitation/create", params });
    return { content: [{ type: "text", text: `Hello, ${String(content?.["name"])}` }] };
  },
};

let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  const agentOffers = { tools: [greeter], resources: [], prompts: [] };
  testApp = await buildTestApp({ name: "streamed_calls", agentOffers });
  organization = await makeOrganization(testApp);
});

afterAll(() => testApp.close());

const freshKey = (): Promise<string> => makeKey(testApp, organization, organization.owner.userId);

async function connect(answer: () => Promise<string>) {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: "legacy" } },
  );
  client.setRequestHandler("elicitation/create", async () => ({
    action: "accept",
    content: { name: await answer() },
  }));
  const requestInit = { headers: { "x-api-key": await freshKey() } };
  const address = await toolAddress(testApp);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

function post(key: string, message: object, address?: URL): Promise<Response> {
  return send(key, { jsonrpc: "2.0", ...message }, address);
}

async function send(key: string, message: unknown, address?: URL): Promise<Response> {
  const accept = "application/json, text/event-stream";
  const headers = { "x-api-key": key, "content-type": "application/json", accept };
  const body = JSON.stringify(message);
  return fetch(address ?? (await toolAddress(testApp)), { method: "POST", headers, body });
}

describe("a call of revision 2025-11-25 that asks its client", () => {
  it("reports progress, receives the answer, and returns", async () => {
    await using agent = await connect(async () => "Ada");
    const seen: number[] = [];
    const result = await agent.client.callTool(
      { name: "greet" },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(result.content).toEqual([{ type: "text", text: "Hello, Ada" }]);
    expect(seen).toEqual([1]);
  });

  it("receives its own answer if many ask at once", async () => {
    const names = ["Ada", "Grace", "Edsger", "Barbara"];
    const asked = Promise.withResolvers<void>();
    let waiting = 0;
    const greetings = names.map(async (name) => {
      await using agent = await connect(async () => {
        waiting += 1;
        if (waiting === names.length) asked.resolve();
        // All questions are open before the first is answered.
        await asked.promise;
        return name;
      });
      return (await agent.client.callTool({ name: "greet" })).content;
    });
    expect(await Promise.all(greetings)).toEqual(
      names.map((name) => [{ type: "text", text: `Hello, ${name}` }]),
    );
  });

  it("accepts answers only from its own caller", async () => {
    const key = await freshKey();
    const params = { name: "greet", arguments: {} };
    const response = await post(key, { id: 1, method: "tools/call", params });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    const readUntil = async (pattern: RegExp): Promise<string> => {
      for (let found = pattern.exec(text); ; found = pattern.exec(text)) {
        if (found !== null) return found[1] ?? "";
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended: ${text}`);
        text += Buffer.from(value).toString();
      }
    };
    const id = await readUntil(/"id":"([^"]+)"/);
    const answer = (name: string) => ({ id, result: { action: "accept", content: { name } } });
    expect((await post(await freshKey(), answer("Mallory"))).status).toBe(202);
    expect((await post(key, answer("Ada"))).status).toBe(202);
    expect(await readUntil(/Hello, (\w+)/)).toBe("Ada");
    // It is answered once.
    expect((await post(key, answer("Eve"))).status).toBe(202);
    while (!(await reader.read()).done);
  });

  it("ends with the server, even while it waits", async () => {
    const agentOffers = { tools: [greeter], resources: [], prompts: [] };
    const stopping = await buildTestApp({ name: "streamed_calls_stop", agentOffers });
    const { owner } = await makeOrganization(stopping);
    const address = await toolAddress(stopping);
    const message = { id: 1, method: "tools/call", params: { name: "greet" } };
    const response = await post(owner.key, message, address);
    await stopping.close();
    expect(await response.text()).not.toContain("Hello");
  });

  it("is not confused with a message that is not a call", async () => {
    const key = await freshKey();
    const call = { jsonrpc: "2.0", method: "tools/call" };
    for (const message of [null, 7, "greet", {}, { ...call, id: 1, params: "greet" }])
      expect((await send(key, message)).status).toBe(400);
    // A call without an expected answer is a notification, which the server does not know.
    expect((await send(key, { ...call, params: { name: "greet" } })).status).toBe(202);
  });
});
