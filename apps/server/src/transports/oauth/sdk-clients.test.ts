import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { redirectUri } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let port: number;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "oauth-sdk" });
  await testApp.app.listen({ host: "127.0.0.1", port: 0 });
  port = (testApp.app.server.address() as AddressInfo).port;
});

afterAll(() => testApp.close());

/** What a client keeps, and the address that it would open in a browser. */
function createMemory(scope?: string): OAuthClientProvider & { readonly opened: URL[] } {
  const kept: Record<string, unknown> = {};
  const opened: URL[] = [];
  const load = (name: string) => kept[name] as never;
  const save = (name: string) => (value: unknown) => void (kept[name] = value);
  return {
    opened,
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: "SDK client",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      ...(scope === undefined ? {} : { scope }),
    },
    clientInformation: () => load("client"),
    saveClientInformation: save("client"),
    tokens: () => load("tokens"),
    saveTokens: save("tokens"),
    codeVerifier: () => load("verifier"),
    saveCodeVerifier: save("verifier"),
    saveDiscoveryState: save("discovery"),
    discoveryState: () => load("discovery"),
    redirectToAuthorization: (url) => void opened.push(url),
  };
}

interface Peer {
  readonly name: string;
  /** Whether it goes back to the person when a tool needs more; version 1 only refreshes its token. */
  readonly asksForMore: boolean;
  /** Connects, or fails and opens the page of the authorization server. */
  connect(address: URL, memory: ReturnType<typeof createMemory>): Promise<Connected>;
  finish(
    address: URL,
    memory: ReturnType<typeof createMemory>,
    answer: URLSearchParams,
  ): Promise<void>;
}

interface Connected {
  call(name: string, fields: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

const identity = { name: "test", version: "1.0.0" };
const current = (mode: "legacy" | { pin: string }, name: string): Peer => ({
  name,
  asksForMore: true,
  async connect(address, authProvider) {
    const client = new Client(identity, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(address, { authProvider }));
    return {
      call: (tool, fields) => client.callTool({ name: tool, arguments: fields }),
      close: () => client.close(),
    };
  },
  finish: (address, authProvider, answer) =>
    new StreamableHTTPClientTransport(address, { authProvider }).finishAuth(answer),
});

const peers: readonly Peer[] = [
  current({ pin: "2026-07-28" }, "client 2 with revision 2026-07-28"),
  current("legacy", "client 2 with revision 2025-11-25"),
  {
    name: "SDK 1",
    asksForMore: false,
    async connect(address, authProvider) {
      const client = new EarlierClient(identity);
      const transport = new EarlierTransport(address, { authProvider });
      await client.connect(transport);
      return {
        call: (tool, fields) => client.callTool({ name: tool, arguments: fields }),
        close: () => client.close(),
      };
    },
    finish: (address, authProvider, answer) =>
      new EarlierTransport(address, { authProvider }).finishAuth(answer.get("code") ?? ""),
  },
];

const places = (["eu", "us"] as const).flatMap((region) =>
  peers.map((peer) => ({ region, peer, name: `${peer.name}, region ${region}` })),
);

async function allow(
  region: "eu" | "us",
  { slug, owner }: MadeOrganization,
  url: URL | undefined,
  permission: readonly string[],
): Promise<URLSearchParams> {
  if (url === undefined) throw new Error("The client opened no page.");
  const browser = createBrowser(testApp, region);
  await browser.signIn(owner.userId);
  expect(url.origin).toBe(`http://localhost:${port}`);
  const { location } = await browser.get(url.pathname + url.search);
  const answer = { decision: "allow", organization: slug, permission };
  const decided = await browser.post(location ?? "", answer);
  const done = await browser.get(new URL(decided.location ?? "").pathname);
  return new URL(done.location ?? "").searchParams;
}

describe.each(places)("$name", ({ region, peer }) => {
  it("connects by the address alone, and asks for more when a tool needs it", async () => {
    const organization = await makeOrganization(testApp, { region });
    const address = new URL(`http://localhost:${port}${region === "us" ? "/us" : ""}/mcp`);
    const memory = createMemory();
    await expect(peer.connect(address, memory)).rejects.toThrow(/unauthorized/i);
    const asked = memory.opened[0]?.searchParams;
    expect(asked?.get("resource")).toBe(address.href);
    expect(asked?.get("scope")?.split(" ")).toContain("specs:write");
    const answer = await allow(region, organization, memory.opened[0], ["org:read", "specs:read"]);
    await peer.finish(address, memory, answer);
    const connected = await peer.connect(address, memory);
    expect(await connected.call("get_context", {})).toMatchObject({
      structuredContent: { permissions: ["org:read", "specs:read"] },
    });
    await expect(connected.call("create_project", { name: "Shop" })).rejects.toThrow();
    await connected.close();
    if (!peer.asksForMore) return;
    expect(memory.opened).toHaveLength(2);
    const more = memory.opened[1]?.searchParams.get("scope")?.split(" ");
    expect(more?.sort()).toEqual(["org:read", "projects:manage", "specs:read"]);
  });
});
