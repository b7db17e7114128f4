import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { readExposition, sumOf } from "../testing/exposition.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "../testing/spawned-server.ts";
import { listenForMetrics } from "./metrics-listener.ts";

function readAddress(printed: string): string {
  const address = /Metrics for Prometheus: (\S+)/.exec(printed)?.[1];
  if (address === undefined) throw new Error(`No metrics: ${printed}`);
  return address;
}

/** Occupies a port, unless another program already does. */
async function takePort(port: number): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.once("error", () => resolve());
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = server.address();
  return {
    port: bound !== null && typeof bound === "object" ? bound.port : port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

describe("the metrics of a server", () => {
  it("are on a separate port, never on that of callers", async () => {
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path, { LINTEL_METRICS_PORT: "0" });
    try {
      const address = readAddress(server.printed());
      expect(new URL(address).hostname).toBe("127.0.0.1");
      await fetch(`${server.url}/healthz`);
      expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
      const response = await fetch(address);
      expect(response.headers.get("content-type")).toContain("version=0.0.4");
      const samples = readExposition(await response.text());
      const probes = { http_route: "/healthz", http_response_status_code: "200" };
      expect(sumOf(samples, "http_server_request_duration_seconds_count", probes)).toBe(1);
      expect(sumOf(samples, "lintel_build_info")).toBe(1);
      const looked = await runServerCommand(folder.path, ["doctor"], {
        LINTEL_PORT: new URL(server.url).port,
        LINTEL_METRICS_PORT: new URL(address).port,
      });
      expect(looked.stdout).toContain("Metrics of Lintel are at 127.0.0.1:");
    } finally {
      expect(await server.end("SIGTERM")).toBe(0);
    }
  });

  it("may be missing if another program uses the default port, with a log entry", async () => {
    await using folder = await makeDataFolder();
    await using _ = await takePort(9464);
    const server = await spawnServer(folder.path, { LINTEL_METRICS_PORT: "" });
    try {
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      expect(server.printed()).not.toContain("Metrics for Prometheus");
      const log = () => server.printed();
      await expect.poll(log).toContain("metrics are not served");
      await expect.poll(log).toContain("LINTEL_METRICS_PORT");
      const looked = await runServerCommand(folder.path, ["doctor"], {
        LINTEL_PORT: new URL(server.url).port,
        LINTEL_METRICS_PORT: "",
      });
      expect(looked.code).toBe(0);
    } finally {
      await server.end("SIGTERM");
    }
  });

  it("are never missing if their port was set: the server does not start without it", async () => {
    await using folder = await makeDataFolder();
    await using taken = await takePort(0);
    const settings = { LINTEL_PORT: "0", LINTEL_METRICS_PORT: String(taken.port) };
    const started = await runServerCommand(folder.path, ["serve"], settings);
    expect(started).toMatchObject({ code: 2 });
    expect(started.stderr).toContain(`127.0.0.1:${taken.port} (EADDRINUSE)`);
    expect(started.stderr).toContain("LINTEL_METRICS_PORT");
    const looked = await runServerCommand(folder.path, ["doctor"], settings);
    expect(looked.stdout).toMatch(/FAULT +metrics: .*EADDRINUSE/);
  });

  it("can be switched off", async () => {
    await using folder = await makeDataFolder();
    const server = await spawnServer(folder.path, { LINTEL_METRICS_PORT: "off" });
    try {
      expect(server.printed()).not.toContain("Metrics for Prometheus");
    } finally {
      await server.end("SIGTERM");
    }
  });
});

describe("the listener", () => {
  it("answers /metrics to GET and HEAD, and names that address otherwise", async () => {
    const listener = await listenForMetrics({ host: "127.0.0.1", port: 0 }, async () => "a 1\n");
    try {
      expect(await (await fetch(listener.address)).text()).toBe("a 1\n");
      const head = await fetch(listener.address, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      const posted = await fetch(listener.address, { method: "POST", body: "x" });
      expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      const elsewhere = await fetch(new URL("/", listener.address));
      expect([elsewhere.status, await elsewhere.text()]).toEqual([
        404,
        "Metrics are at /metrics.\n",
      ]);
    } finally {
      await listener.close();
    }
  });

  it("collects once for simultaneous requests, and again after a failure", async () => {
    let collections = 0;
    const listener = await listenForMetrics({ host: "127.0.0.1", port: 0 }, async () => {
      collections += 1;
      const turn = collections;
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (turn === 1) throw new Error("a secret detail");
      return "a 1\n";
    });
    try {
      const failed = await Promise.all([1, 2, 3].map(() => fetch(listener.address)));
      expect(failed.map(({ status }) => status)).toEqual([500, 500, 500]);
      expect(await failed[0]?.text()).not.toContain("secret");
      expect((await fetch(listener.address)).status).toBe(200);
      expect(collections).toBe(2);
    } finally {
      await listener.close();
    }
  });
});
