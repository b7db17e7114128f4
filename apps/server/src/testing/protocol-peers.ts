import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";

/** The common functions of the clients under test. */
export interface ProtocolPeer {
  readonly name: string;
  /** The revision that it negotiates with a server that supports both. */
  readonly revision: string;
  connect(address: URL, key: string): Promise<ConnectedPeer>;
}

export interface ConnectedPeer extends AsyncDisposable {
  /** The negotiated revision. */
  readonly revision: string | undefined;
  names(): Promise<string[]>;
  tools(): Promise<readonly PeerTool[]>;
  call(name: string, fields?: Record<string, unknown>): Promise<PeerAnswer>;
}

/** The part of a tool's definition that says whether a call may be repeated. */
export interface PeerTool {
  readonly name: string;
  readonly annotations?:
    | {
        readonly readOnlyHint?: boolean | undefined;
        readonly idempotentHint?: boolean | undefined;
      }
    | undefined;
}

export interface PeerAnswer {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

const identity = { name: "peer", version: "1.0.0" };

/** The protocol's TypeScript SDK with each way to negotiate a revision, and its first version. */
export const protocolPeers: readonly ProtocolPeer[] = [
  withMode("the SDK, left to itself", "auto", "2026-07-28"),
  withMode("the SDK, pinned to 2026-07-28", { pin: "2026-07-28" }, "2026-07-28"),
  withMode("the SDK, as it was before", "legacy", "2025-11-25"),
  { name: "the SDK's version 1", revision: "2025-11-25", connect: connectEarlier },
];

function withMode(name: string, mode: VersionNegotiationMode, revision: string): ProtocolPeer {
  return {
    name,
    revision,
    async connect(address, key) {
      const client = new Client(identity, { versionNegotiation: { mode } });
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
      return {
        revision: client.getNegotiatedProtocolVersion(),
        names: async () => (await client.listTools()).tools.map((tool) => tool.name),
        tools: async () => (await client.listTools()).tools,
        call: (tool, fields = {}) => client.callTool({ name: tool, arguments: fields }),
        [Symbol.asyncDispose]: () => client.close(),
      };
    },
  };
}

async function connectEarlier(address: URL, key: string): Promise<ConnectedPeer> {
  const client = new EarlierClient(identity);
  const requestInit = { headers: { "x-api-key": key } };
  const transport = new EarlierTransport(address, { requestInit });
  await client.connect(transport);
  return {
    revision: transport.protocolVersion,
    names: async () => (await client.listTools()).tools.map((tool) => tool.name),
    tools: async () => (await client.listTools()).tools,
    call: async (name, fields = {}) =>
      (await client.callTool({ name, arguments: fields })) as unknown as PeerAnswer,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
