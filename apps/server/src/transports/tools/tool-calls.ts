import {
  isJsonContentType,
  isJSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import type { IncomingHttpHeaders } from "node:http";
import { callTool } from "./call-tool.ts";
import { serverIdentity } from "./server-identity.ts";
import { SharedTransport } from "./shared-transport.ts";
import { findTool, type RegisteredTool } from "./tool-registry.ts";
import type { ToolRequest } from "./tool-request.ts";

interface ToolCall {
  readonly toolRequest: ToolRequest;
  readonly tool: RegisteredTool;
}

/**
 * Calls of the product's own tools, which send nothing before they answer: one server of the SDK for each era of the
 * protocol handles all of them. Only well-formed calls are handled here; refusals and their status are left to the
 * SDK's handlers.
 */
export interface ToolCalls {
  /** Connects the servers; awaited before the first answer. */
  open(): Promise<void>;
  /** null if the message is not handled here; nothing has been done then. */
  answer(
    headers: IncomingHttpHeaders,
    body: unknown,
    toolRequest: ToolRequest,
  ): Promise<JSONRPCResponse> | null;
}

const modernRevision = "2026-07-28";

export function createToolCalls(): ToolCalls {
  const modern = new SharedTransport<ToolCall>({ era: "modern", revision: modernRevision });
  const earlier = new SharedTransport<ToolCall>({ era: "legacy" });
  return {
    async open() {
      await createServer(modern, { supportedProtocolVersions: [modernRevision] }).connect(modern);
      await createServer(earlier, {}).connect(earlier);
    },
    answer(headers, body, toolRequest) {
      if (!acceptsAnswers(headers) || !isJSONRPCRequest(body)) return null;
      const tool = findCalledTool(body);
      if (tool === undefined) return null;
      const claimed = body.params?._meta?.[PROTOCOL_VERSION_META_KEY];
      if (claimed === undefined)
        return isEarlier(headers) ? earlier.ask(body, { toolRequest, tool }) : null;
      return claimed === modernRevision && namesCall(headers, tool)
        ? modern.ask(body, { toolRequest, tool })
        : null;
    },
  };
}

function createServer(transport: SharedTransport<ToolCall>, options: ServerOptions): Server {
  const server = new Server(serverIdentity, { capabilities: { tools: {} }, ...options });
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const { toolRequest, tool } = transport.subjectOf(mcpReq.id);
    return callTool(toolRequest, tool, params.arguments ?? {});
  });
  return server;
}

/** The product's tool that a request calls. */
function findCalledTool({ method, params }: JSONRPCRequest): RegisteredTool | undefined {
  if (method !== "tools/call") return undefined;
  const name = params?.["name"];
  return typeof name === "string" ? findTool(name) : undefined;
}

/** Whether the headers accept an answer in either form (MCP, "Sending Messages"). */
function acceptsAnswers({ accept = "", ...headers }: IncomingHttpHeaders): boolean {
  return (
    accept.includes("application/json") &&
    accept.includes("text/event-stream") &&
    isJsonContentType(headers["content-type"])
  );
}

function isEarlier(headers: IncomingHttpHeaders): boolean {
  const version = headers["mcp-protocol-version"];
  return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
}

/** Whether the headers match the body (MCP 2026-07-28, "Standard Headers"). */
function namesCall(headers: IncomingHttpHeaders, { definition }: RegisteredTool): boolean {
  return (
    headers["mcp-protocol-version"] === modernRevision &&
    headers["mcp-method"] === "tools/call" &&
    headers["mcp-name"] === definition.name
  );
}
