import { chmod, mkdir, truncate, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { makeDataFolder, runServerCommand, spawnServer } from "../testing/spawned-server.ts";

describe("lintel-server doctor", () => {
  it("finds no problems in a running installation", async () => {
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path);
    try {
      const looked = await runServerCommand(folder.path, ["doctor"], {
        LINTEL_PORT: new URL(server.url).port,
      });
      expect(looked).toMatchObject({ code: 0, stderr: "" });
      expect(looked.stdout).toContain("Lintel answers at");
      expect(looked.stdout).toContain(
        "rate windows: Region eu: stored in the memory of the server's process",
      );
      expect(looked.stdout).toContain("No problems were found.");
    } finally {
      await server.end("SIGTERM");
    }
  });

  it("ends without an error if its reader exits early", async () => {
    await using folder = await makeDataFolder();
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, "../main.ts"), "doctor"],
      {
        env: { ...process.env, LINTEL_DATA: folder.path, LINTEL_REGIONS: "eu", LINTEL_PORT: "0" },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect({ said, code }).toEqual({ said: "", code: 0 });
  });

  it("says how to correct each problem", async () => {
    await using folder = await makeDataFolder();
    await mkdir(folder.path, { recursive: true, mode: 0o700 });
    await chmod(folder.path, 0o755);
    await writeFile(path.join(folder.path, "master.key"), "nonsense", { mode: 0o600 });
    const stranger = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    try {
      const looked = await runServerCommand(folder.path, ["doctor"], {
        LINTEL_PORT: String((stranger.address() as AddressInfo).port),
        LINTEL_DATABASE_EU: "postgres://nobody:secret-word@127.0.0.1:1/none",
      });
      expect(looked.code).toBe(1);
      expect(looked.stdout).toContain(`chmod 0700 ${folder.path}`);
      expect(looked.stdout).toContain("holds no master key");
      expect(looked.stdout).toContain("Another program listens");
      expect(looked.stdout).toContain("correct host and port in LINTEL_DATABASE_EU");
      expect(looked.stdout).toContain("4 problems were found");
      expect(looked.stdout).not.toContain("secret-word");
    } finally {
      stranger.close();
    }
  });

  it("finds a broken database, a Redis that is down, another Lintel at the port, and a misspelt setting", async () => {
    await using folder = await makeDataFolder("eu");
    await using other = await makeDataFolder();
    const server = await spawnServer(other.path);
    try {
      await truncate(path.join(folder.path, "eu/global/pg_control"), 100);
      const looked = await runServerCommand(folder.path, ["doctor"], {
        LINTEL_PORT: new URL(server.url).port,
        LINTEL_REDIS_EU: "redis://127.0.0.1:1/0",
        LINTEL_METRIC_PORT: "9000",
      });
      expect(looked.code).toBe(1);
      expect(looked.stdout).toContain("is broken: global/pg_control is damaged");
      expect(looked.stdout).toContain("127.0.0.1:1 does not answer");
      expect(looked.stdout).toContain("The Lintel of another data folder listens");
      expect(looked.stdout).toContain("Did you mean LINTEL_METRICS_PORT?");
      expect(looked.stdout).toContain("3 problems were found");
    } finally {
      await server.end("SIGTERM");
    }
  });
});
