import { describe, expect, it } from "vitest";
import { createClient, type Client } from "@lintel/client/create-client";
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from "../../testing/otlp-receiver.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "../../testing/spawned-server.ts";
import { startTargetApi } from "../../testing/target-api.ts";

const secret = "s3cr3t-w0rd-of-the-test";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerSpanId = "00f067aa0ba902b7";

const settingsFor = ({ url }: OtlpReceiver, protocol: string) => ({
  LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
  LINTEL_METRICS_PORT: "0",
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
});

async function makeOwnerKey(folder: string): Promise<string> {
  const run = async (args: string) => {
    const done = await runServerCommand(folder, ["admin", ...args.split(" "), "--json"]);
    if (done.code !== 0) throw new Error(done.stderr);
    return done.stdout;
  };
  await run("org create --name Acme --slug acme --owner-email o@example.com --owner-name Olive");
  const made = await run("key create --user-id o@example.com --name k");
  return (JSON.parse(made) as { key: string }).key;
}

/** Runs a suite that has the secret wherever a test may have one. */
async function runSecretSuite(client: Client, baseUrl: string, ownUrl: string): Promise<void> {
  const demand = <Value>(answer: { ok: true; value: Value } | { ok: false; problem: unknown }) => {
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
    return answer.value;
  };
  const { id: projectId } = demand(await client.call("createProject", { name: secret }));
  const environment = demand(
    await client.call("createEnvironment", { projectId, name: "here", baseUrl }),
  );
  const yaml = `name: ${secret}
cases:
  - name: sends it everywhere
    request:
      method: POST
      url: /${secret}?token=${secret}
      headers: { Authorization: Bearer ${secret} }
      body: { type: text, text: ${secret} }
  - { name: refused, request: { method: GET, url: "${ownUrl}?token=${secret}" } }
`;
  const suite = demand(await client.call("importSuite", { projectId, yaml }));
  const { id: suiteId } = suite;
  demand(await client.call("runSuite", { projectId, suiteId, environmentId: environment.id }));
}

function find(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined)
    throw new Error(`No span ${name} among ${spans.map((span) => span.name).join(", ")}`);
  return found;
}

describe("a server with a collector", () => {
  it("continues a caller's trace down to the statements, and follows runs to what they test", async () => {
    await using folder = await makeDataFolder("eu");
    await using collector = await startOtlpReceiver();
    await using api = await startTargetApi();
    const server = await spawnServer(folder.path, settingsFor(collector, "http/json"));
    let key = "";
    try {
      key = await makeOwnerKey(folder.path);
      const client = createClient({ baseUrl: server.url, apiKey: key });
      const [, own = ""] = /Metrics for Prometheus: (\S+)/.exec(server.printed()) ?? [];
      await runSecretSuite(client, api.url, own);
      const traced = await fetch(`${server.url}/api/projects?search=${secret}`, {
        headers: {
          "x-api-key": key,
          traceparent: `00-${traceId}-${callerSpanId}-01`,
          tracestate: `vendor=${secret}`,
          baggage: `who=${secret}`,
        },
      });
      expect(traced.status, await traced.text()).toBeLessThan(500);
      expect(await client.call("getCaller", {})).toMatchObject({ ok: true });
    } finally {
      expect(await server.end("SIGTERM")).toBe(0);
    }

    const spans = collector.spans();
    const continued = spans.filter((span) => span.traceId === traceId);
    const called = find(continued, "GET /api/projects");
    expect(called).toMatchObject({
      parentSpanId: callerSpanId,
      kind: 2,
      resource: { "service.name": "lintel", "deployment.environment.name": "test" },
    });
    expect(called.attributes).toMatchObject({
      "http.route": "/api/projects",
      "http.request.method": "GET",
      "lintel.region": "eu",
    });

    const created = find(spans, "POST /api/projects");
    const operation = find(spans, "createProject");
    expect(operation).toMatchObject({ parentSpanId: created.spanId, traceId: created.traceId });
    expect(operation.attributes).toMatchObject({
      "lintel.outcome": "ok",
      "lintel.request_id": created.attributes["lintel.request_id"],
    });
    const insert = find(spans, "INSERT project");
    expect(insert).toMatchObject({ parentSpanId: operation.spanId, kind: 3 });
    expect(insert.attributes["db.query.text"]).toMatch(/^insert into "project" .*\$1/);

    const run = find(spans, "run");
    expect(run.parentSpanId ?? "").toBe("");
    expect(run.attributes["lintel.outcome"]).toBe("error");
    const sent = find(spans, "POST");
    expect(sent).toMatchObject({ parentSpanId: run.spanId, kind: 3 });
    expect(sent.attributes).toEqual({
      "http.request.method": "POST",
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(api.url).port),
      "http.response.status_code": 200,
    });
    // The metrics are the server's own: no test may read them.
    const refused = find(spans, "GET");
    expect(refused.attributes["error.type"]).toBe("OWN_ADDRESS_REFUSED");
    expect(refused.status.code).toBe(2);

    expect(collector.metricNames()).toContain("http.server.request.duration");
    expect(collector.metricNames()).toContain("lintel.run.cases");
    expect(api.reached).toHaveLength(1);
    expect(api.reached[0]?.headers).not.toHaveProperty("traceparent");
    expect(collector.received.length).toBeGreaterThan(1);
    for (const { body } of collector.received) {
      expect(body.toString()).not.toContain(secret);
      expect(body.toString()).not.toContain(key);
    }
  });

  it("sends protobuf by default, and only the requested signals", async () => {
    await using folder = await makeDataFolder("eu");
    await using collector = await startOtlpReceiver();
    const server = await spawnServer(folder.path, {
      ...settingsFor(collector, ""),
      OTEL_METRICS_EXPORTER: "none",
    });
    await fetch(`${server.url}/healthz`);
    await server.end("SIGTERM");
    expect(collector.received.map(({ path }) => path)).toEqual(["/v1/traces"]);
    expect(collector.received[0]?.type).toBe("application/x-protobuf");
    expect(collector.received[0]?.body.includes("GET /healthz")).toBe(true);
  });

  it("goes on, and stops in time, where the collector refuses or is away", async () => {
    await using folder = await makeDataFolder("eu");
    await using refusing = await startOtlpReceiver(400);
    const server = await spawnServer(folder.path, {
      ...settingsFor(refusing, "http/json"),
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://127.0.0.1:1/v1/metrics",
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secret}`,
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_METRIC_EXPORT_INTERVAL: "200",
    });
    await fetch(`${server.url}/healthz`);
    const warned = () => server.printed().split("does not take what it is sent").length - 1;
    await expect.poll(() => warned()).toBeGreaterThan(0);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.printed()).not.toContain(secret);
  });
});

describe("a server without a collector", () => {
  it("refuses to start with a setting that it cannot use, and names it", async () => {
    await using folder = await makeDataFolder();
    const started = await runServerCommand(folder.path, ["serve"], {
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4317",
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    });
    expect(started).toMatchObject({ code: 2 });
    expect(started.stderr).toContain("OTEL_EXPORTER_OTLP_PROTOCOL takes http/protobuf");
  });
});
