import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { protocolPeers } from "../../testing/protocol-peers.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "../../testing/spawned-server.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;

beforeAll(async () => {
  folder = await makeDataFolder("eu");
  const names = ["--name", "Acme", "--slug", "acme"];
  const owner = ["--owner-email", "o@example.com", "--owner-name", "Olive"];
  await administer("org", "create", ...names, ...owner);
});

afterAll(() => folder[Symbol.asyncDispose]());

async function administer(...words: readonly string[]): Promise<Record<string, unknown>> {
  const done = await runServerCommand(folder.path, ["admin", ...words, "--json"]);
  if (done.code !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout) as Record<string, unknown>;
}

async function makeKey(): Promise<string> {
  const made = await administer("key", "create", "--user-id", "o@example.com", "--name", "agent");
  return String(made["key"]);
}

async function post(url: string, key: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

describe("a server that was restarted", () => {
  it("continues with every client unnoticed", async () => {
    const key = await makeKey();
    const server = await spawnServer(folder.path);
    const made = await post(`${server.url}/api/projects`, key, { name: "Shop" });
    const projectId = String(made["id"]);
    const address = new URL(`${server.url}/mcp`);
    await using open = new AsyncDisposableStack();
    const peers = await Promise.all(
      protocolPeers.map(async ({ connect }) => {
        const minted = await post(`${server.url}/api/staging-tokens`, key, { name: "agent" });
        return open.use(await connect(address, String(minted["token"])));
      }),
    );
    for (const peer of peers) {
      await peer.call("set_context", { projectId });
      await peer.call("enable_toolset", { slug: "testing" });
    }
    // Killed, so that nothing can be saved before.
    await server.end("SIGKILL");
    const again = await spawnServer(folder.path, { LINTEL_PORT: address.port });
    try {
      for (const peer of peers) {
        const { structuredContent } = await peer.call("get_context");
        expect(structuredContent).toMatchObject({
          project: { id: projectId },
          enabledToolsets: ["testing"],
        });
        expect(await peer.names()).toContain("run_suite");
      }
    } finally {
      await again.end("SIGTERM");
    }
  });
});
