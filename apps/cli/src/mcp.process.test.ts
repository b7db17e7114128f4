import path from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OfferedTool } from "@lintel/server/transports/tools/offers";
import { startService, type Service } from "./testing/service.ts";
import { runLintel } from "./testing/spawn-lintel.ts";

const entry = path.join(import.meta.dirname, "main.ts");

/** A tool that reports progress, asks for a name, and answers with it, as a stream. */
const greeter: OfferedTool = {
  definition: { name: "greet", description: "Asks who is there.", inputSchema: { type: "object" } },
  isStreamed: true,
  async call(_, __, { mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    const params = { progressToken, progress: 1, total: 2 };
    await mcpReq.notify({ method: "notifications/progress", params });
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
    const question = { message: "Who is there?", requestedSchema };
    const { content } = await mcpReq.send({ method: "elicitation/create", params: question });
    return { content: [{ type: "text", text: `Hello, ${String(content?.["name"])}` }] };
  },
};

let service: Service;

beforeAll(async () => {
  const agentOffers = { tools: [greeter], resources: [], prompts: [] };
  service = await startService({ name: "cli-mcp", agentOffers });
});

afterAll(() => service[Symbol.asyncDispose]());

interface Connected extends AsyncDisposable {
  readonly client: Client;
}

function connect(args: readonly string[], mode: "legacy" | "auto"): Promise<Connected> {
  return open(service.key, { versionNegotiation: { mode } }, args);
}

async function open(
  key: string,
  options: ClientOptions,
  args: readonly string[] = [],
  prepare: (client: Client) => void = () => {},
): Promise<Connected> {
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  prepare(client);
  const env = { LINTEL_URL: service.url, LINTEL_API_KEY: key, HOME: "/nonexistent" };
  const command = process.execPath;
  await client.connect(new StdioClientTransport({ command, args: [entry, "mcp", ...args], env }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

describe.each(["legacy", "auto"] as const)("lintel mcp, to a client that is %s", (mode) => {
  it("serves the tools of the service", async () => {
    await using connected = await connect([], mode);
    const { client } = connected;
    expect(client.getNegotiatedProtocolVersion()).toBe(
      mode === "legacy" ? "2025-11-25" : "2026-07-28",
    );
    const projectId = service.projectId;
    await client.callTool({ name: "set_context", arguments: { projectId } });
    const made = await client.callTool({ name: "create_spec", arguments: { name: `Of ${mode}` } });
    expect(made.structuredContent).toMatchObject({ name: `Of ${mode}` });
  });

  it("forwards resources and prompts, and the reasons of refusals", async () => {
    await using connected = await connect(["--project", "Book Shop"], mode);
    const { client } = connected;
    expect(client.getServerCapabilities()).toMatchObject({ resources: {}, prompts: {} });
    const made = await client.callTool({
      name: "create_spec",
      arguments: { name: `For ${mode}` },
    });
    const { id: specId } = made.structuredContent as { readonly id: string };
    const { resources } = await client.listResources();
    const document = resources.find(({ uri }) => uri.includes(specId));
    const read = await client.readResource({ uri: document?.uri ?? "" });
    expect(JSON.stringify(read.contents)).toContain(`For ${mode}`);
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(3);
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(1);
    const filled = await client.getPrompt({ name: "review_api", arguments: { specId } });
    expect(filled.messages).toHaveLength(2);
    for (const uri of ["lintel://specs/1", "lintel://a b/\u00e9\u202e"])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({
        code: -32602,
        data: { uri, code: "NOT_FOUND" },
      });
  });

  it("shows the requested tools, in the named project", async () => {
    const args = ["--toolsets", "specs", "--read-only", "--project", "Book Shop"];
    await using connected = await connect(args, mode);
    const { tools } = await connected.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain("compare_spec_versions");
    expect(names).not.toContain("update_spec");
    expect(names).not.toContain("create_endpoint");
    const { structuredContent } = await connected.client.callTool({ name: "get_context" });
    expect(structuredContent).toMatchObject({ project: { id: service.projectId } });
  });
});

describe("lintel mcp", () => {
  it("forwards messages and questions of a call before its answer", async () => {
    const options: ClientOptions = {
      capabilities: { elicitation: {} },
      versionNegotiation: { mode: "legacy" },
    };
    await using connected = await open(service.key, options, [], (client) =>
      client.setRequestHandler("elicitation/create", () => ({
        action: "accept",
        content: { name: "Ada" },
      })),
    );
    const steps: number[] = [];
    const answer = await connected.client.callTool(
      { name: "greet" },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    expect(answer.content).toEqual([{ type: "text", text: "Hello, Ada" }]);
    expect(steps).toEqual([1]);
  });

  it("notifies a subscriber of more tools, until it unsubscribes", async () => {
    const minted = await service.client.call("createStagingToken", { name: "agent" });
    if (!minted.ok) throw new Error(minted.problem.detail);
    const known: string[] = [];
    const tools = {
      onChanged: (_: unknown, found: { name: string }[] | null) =>
        void known.push(...(found ?? []).map(({ name }) => name)),
    };
    const options = { versionNegotiation: { mode: "auto" }, listChanged: { tools } } as const;
    await using connected = await open(minted.value.token, options);
    const { client } = connected;
    expect(client.autoOpenedSubscription?.honoredFilter).toEqual({ toolsListChanged: true });
    await client.callTool({ name: "enable_toolset", arguments: { slug: "testing" } });
    await expect.poll(() => known).toContain("run_suite");

    await client.autoOpenedSubscription?.close();

    known.length = 0;
    await client.callTool({ name: "enable_toolset", arguments: { slug: "specs" } });
    expect((await client.listTools()).tools.length).toBeGreaterThan(20);
    expect(known).toEqual([]);
  });

  const listing = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n';

  it("answers an undeliverable message with an error for its id", async () => {
    const run = (env: Record<string, string>, input: string) =>
      runLintel({
        args: ["mcp"],
        env: { LINTEL_URL: service.url, LINTEL_API_KEY: service.key, ...env },
        input,
      });
    const lost = await run({ LINTEL_URL: "http://127.0.0.1:9" }, listing);
    expect(JSON.parse(lost.stdout)).toMatchObject({ id: 7, error: { code: -32_000 } });
    const foreign = await run({ LINTEL_REGION: "us" }, listing);
    expect(JSON.parse(foreign.stdout)).toMatchObject({
      id: 7,
      error: { data: { code: "API_KEY_INVALID" } },
    });
    const unread = await run({}, "{\n");
    expect(JSON.parse(unread.stdout)).toMatchObject({ id: null, error: { code: -32_700 } });
    const keyless = await run({ LINTEL_API_KEY: "" }, listing);
    expect(keyless).toMatchObject({ code: 4, stdout: "" });
  });
});
