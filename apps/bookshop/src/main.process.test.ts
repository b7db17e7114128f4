import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

function start(env: Record<string, string>) {
  return spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], BOOKSHOP_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

describe("the bookshop's process", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "says where it listens and ends with 0 on %s",
    async (signal) => {
      const child = start({ BOOKSHOP_WEAKNESSES: "bfla, open-cors" });
      try {
        const exit = once(child, "exit");
        const [line] = (await once(createInterface(child.stdout), "line")) as [string];
        const { listening } = JSON.parse(line) as { listening: string };
        expect(listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
        expect((await fetch(`${listening}/admin/stats`)).status).toBe(200);
        const pending = fetch(`${listening}/slow?ms=300`);
        await fetch(`${listening}/health`);
        child.kill(signal);
        expect((await pending).status).toBe(200);
        expect(await exit).toEqual([0, null]);
      } finally {
        child.kill("SIGKILL");
      }
    },
    20_000,
  );

  it.each([
    [{ BOOKSHOP_WEAKNESSES: "bola,ssrf" }, 'no weakness "ssrf"'],
    [{ BOOKSHOP_PORT: "70000" }, "BOOKSHOP_PORT"],
  ])(
    "ends with 2 and a word on why for %j",
    async (env, message) => {
      const child = start(env);
      try {
        const exit = once(child, "exit");
        const [error] = (await once(createInterface(child.stderr), "line")) as [string];
        expect(error).toContain(message);
        expect(await exit).toEqual([2, null]);
      } finally {
        child.kill("SIGKILL");
      }
    },
    20_000,
  );
});
