import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

async function makeKey(email: string): Promise<string> {
  return String((await administer("key", "create", "--user-id", email, "--name", "ci"))["key"]);
}

interface Listed {
  readonly items: readonly { readonly title: string; readonly text: string }[];
}

const changes = 40;

describe("a server that is killed while a subscription handles events", () => {
  it("handles each event once after its restart, in the order of the subject", async () => {
    await administer(
      "member",
      "add",
      "--email",
      "m@example.com",
      "--name",
      "Mo",
      "--role",
      "viewer",
    );
    const [owner, member] = [await makeKey("o@example.com"), await makeKey("m@example.com")];
    const server = await spawnServer(folder.path);
    const call = async (from: string, key: string, method: string, path: string, body?: object) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(from + path, { method, headers, ...sent });
      expect(answer.status, path).toBeLessThan(300);
      return (await answer.json()) as Record<string, unknown>;
    };
    const listNotices = async (from: string): Promise<Listed["items"]> => {
      const path = "/api/notices?kind=membership&take=100";
      return ((await call(from, member, "GET", path)) as unknown as Listed).items;
    };
    const countNotices = async () => (await listNotices(server.url)).length;
    const { items } = await call(server.url, owner, "GET", "/api/members");
    let mo = (items as Record<string, unknown>[]).find(({ email }) => email === "m@example.com");
    const roles = Array.from({ length: changes }, (_, at) => (at % 2 === 0 ? "member" : "viewer"));
    for (const role of roles) {
      const { rowVersion, userId } = mo ?? {};
      mo = await call(server.url, owner, "PATCH", `/api/members/${String(userId)}`, {
        role,
        rowVersion,
      });
    }
    await expect.poll(countNotices, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
    const before = await countNotices();
    await server.end("SIGKILL");
    expect(before).toBeLessThan(changes);
    const again = await spawnServer(folder.path);
    try {
      const texts = async () => (await listNotices(again.url)).map(({ text }) => text).toReversed();
      const expected = roles.map((role) => `Your role in the organization is ${role}.`);
      await expect.poll(async () => (await texts()).length, { timeout: 60_000 }).toBe(changes + 1);
      expect((await texts()).slice(1)).toEqual(expected);
    } finally {
      await again.end("SIGTERM");
    }
  });
});
