import type { AddressInfo } from "node:net";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
} from "@modelcontextprotocol/client";
import { sharedSchemas } from "@lintel/contract/openapi";
import { describeTool, resultForm, toolOperations } from "@lintel/contract/tools";
import { writePlainJson } from "@lintel/json/plain-json";
import { expectPlain } from "./expect-plain.ts";
import type { ResponseBody } from "./request.ts";
import type { TestApp } from "./test-app.ts";

export const revisions = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof revisions)[number];

export interface ToolAnswer {
  readonly isError: boolean;
  /** The record of a success, or the problem of a failure. */
  readonly body: ResponseBody;
}

export interface ToolClient extends AsyncDisposable {
  readonly client: Client;
  names(): Promise<string[]>;
  /** Calls a tool and checks its answer against its definition. */
  call(name: string, fields?: Record<string, unknown>): Promise<ToolAnswer>;
}

export interface ToolClientOptions {
  readonly key: string;
  readonly revision?: Revision;
  /** The query of the address. */
  readonly query?: string;
  readonly region?: "us";
}

/** The address of the app's tool server, on a port that is opened with the first call. */
export async function toolAddress(testApp: TestApp, region?: "us"): Promise<URL> {
  const { server } = testApp.app;
  if (!server.listening) await testApp.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  return new URL(`http://127.0.0.1:${port}${region === undefined ? "" : `/${region}`}/mcp`);
}

/** An SDK client with one revision over a real port. */
export async function connectAgent(
  testApp: TestApp,
  options: ToolClientOptions,
): Promise<ToolClient> {
  const { key, revision = "2026-07-28", query = "", region } = options;
  const address = await toolAddress(testApp, region);
  address.search = query;
  const isModern = revision === "2026-07-28";
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: isModern ? { pin: revision } : "legacy" } },
  );
  const headers = isModern ? { authorization: `Bearer ${key}` } : { "x-api-key": key };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, fields = {}) =>
      readAnswer(name, await client.callTool({ name, arguments: fields })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv);
const components = { schemas: sharedSchemas };
/** Checks an answer against the tool's definition and the operation's declaration. */
const checks = new Map(
  toolOperations.map((operation) => {
    const form = resultForm(operation);
    const { output } = operation;
    const full = form === "items" ? { properties: { items: output } } : output;
    const isDeclared = form === "items" || form === "record";
    const schemas = [describeTool(operation).outputSchema, ...(isDeclared ? [full as object] : [])];
    return [
      operation.tool.name,
      schemas.map((schema) => ajv.compile({ ...schema, components })),
    ] as const;
  }),
);

function readAnswer(name: string, result: CallToolResult): ToolAnswer {
  const [block, ...others] = result.content;
  if (block?.type !== "text" || others.length > 0) throw new Error(`${name} answers no one text.`);
  const body = expectPlain(block.text, name) as ResponseBody;
  if (result._meta?.["lintel/content"] !== "user-data")
    throw new Error(`${name} does not say whose texts these are.`);
  if (writePlainJson(JSON.stringify(body)) !== block.text)
    throw new Error(`${name} answers no compact JSON.`);
  if (result.isError === true) {
    if (result.structuredContent !== undefined || typeof body["fix"] !== "string")
      throw new Error(`${name} fails with no fix: ${block.text}`);
    return { isError: true, body };
  }
  if (JSON.stringify(result.structuredContent) !== JSON.stringify(body))
    throw new Error(`${name} says different things as text and as a record.`);
  for (const check of checks.get(name) ?? []) {
    if (!check(body))
      throw new Error(`${name} answers ${block.text}: ${ajv.errorsText(check.errors)}`);
  }
  return { isError: false, body };
}
