import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDataFolder, runServerCommand, spawnServer } from "../../testing/spawned-server.ts";
import { startReceiver } from "./webhook.testing.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;

// A second attempt begins with a folder of its own.
beforeEach(async () => {
  folder = await makeDataFolder("eu");
  const names = ["--name", "Acme", "--slug", "acme"];
  const owner = ["--owner-email", "o@example.com", "--owner-name", "Olive"];
  await administer("org", "create", ...names, ...owner);
});

afterEach(() => folder[Symbol.asyncDispose]());

async function administer(...words: readonly string[]): Promise<Record<string, unknown>> {
  const done = await runServerCommand(folder.path, ["admin", ...words, "--json"]);
  if (done.code !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout) as Record<string, unknown>;
}

const settings = { LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*" };

describe("a server that is killed while it sends", () => {
  it("sends every event after its restart, in the order of its subject", async () => {
    const made = await administer("key", "create", "--user-id", "o@example.com", "--name", "ci");
    const key = String(made["key"]);
    await using receiver = await startReceiver();
    // It takes the message and never answers.
    receiver.answer = () => {};
    const server = await spawnServer(folder.path, settings);
    const call = async (method: string, path: string, body: object) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const options = { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(server.url + path, options);
      return (await answer.json()) as Record<string, unknown>;
    };
    const project = await call("POST", "/api/projects", { name: "Shop" });
    const path = `/api/projects/${String(project["id"])}`;
    const webhook = { address: receiver.url, eventTypes: ["project.updated"] };
    await call("POST", "/api/webhooks", webhook);
    let { rowVersion } = project;
    const versions = [1, 2, 3, 4, 5];
    for (const at of versions)
      ({ rowVersion } = await call("PATCH", path, { description: `Step ${at}`, rowVersion }));
    await expect.poll(() => receiver.received.length, { timeout: 300_000 }).toBe(1);
    await server.end("SIGKILL");
    receiver.answer = (_, response) => void response.end();
    const again = await spawnServer(folder.path, settings);
    try {
      await expect.poll(() => receiver.received.length, { timeout: 300_000 }).toBe(6);
      const [first, ...rest] = receiver.received;
      expect(rest[0]?.delivery).toBe(first?.delivery);
      const times = rest.map(({ message }) => String(message["timestamp"]));
      expect(times).toEqual([...times].sort());
      expect(new Set(rest.map(({ delivery }) => delivery)).size).toBe(versions.length);
    } finally {
      await again.end("SIGTERM");
    }
  });
});
