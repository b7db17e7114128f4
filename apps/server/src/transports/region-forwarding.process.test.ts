import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificate } from "@lintel/egress/testing/make-certificate";
import { signHop } from "../platform/crypto/hop-signature.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../testing/factories.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "../testing/spawned-server.ts";
import { startTargetApi } from "../testing/target-api.ts";
import { buildTestApp, type TestApp } from "../testing/test-app.ts";

const hopSecret = Buffer.alloc(32, "hop");

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly body: Record<string, unknown>;
}

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function ask(testApp: TestApp, asked: Asked): Promise<Answer> {
  const payload = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  const outgoing = httpRequest({
    port: portOf(testApp),
    host: "127.0.0.1",
    agent: false,
    method: asked.method ?? "GET",
    path: asked.path,
    headers: {
      ...asked.headers,
      ...(payload === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
    },
  });
  // A server may answer and close before it has read everything: sending the rest then fails.
  outgoing.on("error", () => {});
  outgoing.end(payload);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const text = (await buffer(response)).toString();
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.statusCode ?? 0, headers: response.headers, text, body };
}

function portOf({ app }: TestApp): number {
  return (app.server.address() as AddressInfo).port;
}

async function listen(testApp: TestApp, port = 0): Promise<TestApp> {
  await testApp.app.listen({ host: "127.0.0.1", port });
  return testApp;
}

const usRegion = { "x-svc-region": "us" };

describe("two deployments", () => {
  let us: TestApp;
  let eu: TestApp;
  let organization: MadeOrganization;

  beforeAll(async () => {
    us = await listen(await buildTestApp({ name: "forwarding_us" }));
    const upstreams = { us: `http://127.0.0.1:${portOf(us)}` };
    eu = await listen(await buildTestApp({ name: "forwarding_eu", upstreams }));
    organization = await makeOrganization(us, { region: "us" });
  });

  afterAll(async () => {
    await eu.close();
    await us.close();
  });

  it("give the same answers", async () => {
    const projectId = await makeProject(us, organization);
    const headers = { ...usRegion, "x-api-key": organization.owner.key };
    const asked = [
      { path: `/api/cli/environments?projectId=${projectId}`, headers },
      { path: "/api/cli/environments?projectId=x", headers },
      { path: "/api/cli/environments", headers: usRegion },
      { path: "/api/nothing", headers },
      { path: "/api/%zz", headers },
      { method: "PUT", path: "/api/cli/run", headers },
      { method: "POST", path: "/api/cli/run", headers, body: { a: 1 } },
      { path: "/us/scim/v2/Users" },
      { path: "/openapi.json", headers: usRegion },
    ];
    for (const one of asked) {
      const [direct, forwarded] = [await ask(us, one), await ask(eu, one)];
      const { requestId: _, ...expected } = direct.body;
      expect(forwarded.status).toBe(direct.status);
      expect(forwarded.body).toMatchObject(expected);
      expect(Object.keys(forwarded.headers)).toEqual(Object.keys(direct.headers));
    }
    expect(eu.cells.us.isOpen).toBe(false);
  });

  it("keep a prefix in the path, and refuse one that the header contradicts at the first deployment", async () => {
    const forwarded = await ask(eu, { path: "/us/mcp" });
    expect(forwarded.body).toMatchObject({ status: 405, instance: "/us/mcp" });
    const said = await ask(eu, { path: "/us/mcp", headers: { "x-svc-region": "eu" } });
    expect(said.body).toMatchObject({ code: "UNKNOWN_REGION" });
    // `/us` in front of the API is not a prefix: region EU, where nothing is found.
    expect((await ask(eu, { path: "/us/api/cli/environments" })).status).toBe(404);
  });

  it("accept a body of more than a megabyte, and refuse one over the limit like the upstream", async () => {
    const headers = { ...usRegion, "x-api-key": organization.owner.key };
    const sized = (length: number): Asked => ({
      method: "POST",
      path: "/api/cli/run",
      headers,
      body: { variables: { text: "x".repeat(length) } },
    });
    expect((await ask(eu, sized(2 * 1024 * 1024))).body).toMatchObject({ status: 400 });
    expect((await ask(eu, sized(6 * 1024 * 1024))).body).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  it("hold a run's call through the hop, including blanks", async () => {
    await using target = await startTargetApi();
    const projectId = await makeProject(us, organization);
    const suiteId = await makeSlowSuite(projectId, `${target.url}/slow?ms=600`);
    const answer = await ask(eu, {
      method: "POST",
      path: "/api/cli/run",
      headers: { ...usRegion, "x-api-key": organization.owner.key },
      body: { projectId, suiteId },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^\s{2,}\{/);
    expect(answer.body).toMatchObject({ outcome: "passed", passedTests: 1 });
  });

  // Also created over the hop.
  async function makeSlowSuite(projectId: string, url: string): Promise<string> {
    const headers = { ...usRegion, "x-api-key": organization.owner.key };
    const path = `/api/projects/${projectId}/suites`;
    const suite = await ask(eu, { method: "POST", path, headers, body: { name: "Slow" } });
    const suiteId = String(suite.body["id"]);
    const body = {
      name: "One",
      request: { method: "GET", url },
      assertions: [{ source: "status", operator: "equals", expected: 200 }],
    };
    const made = await ask(eu, {
      method: "POST",
      path: `${path}/${suiteId}/cases`,
      headers,
      body,
    });
    expect(made.status).toBe(201);
    return suiteId;
  }

  it("serve a signed call, and ignore a hop header that they cannot verify", async () => {
    const path = "/api/cli/environments";
    const hop = { region: "us", method: "GET", target: path };
    const hops = {
      valid: signHop([hopSecret], hop, new Date()),
      stale: signHop([hopSecret], hop, new Date(Date.now() - 120_000)),
      forged: signHop([Buffer.alloc(32, "other")], hop, new Date()),
      unreadable: "anything",
    };
    for (const [verdict, header] of Object.entries(hops)) {
      us.logged.length = 0;
      const answer = await ask(us, { path, headers: { ...usRegion, "x-svc-hop": header } });
      expect(answer.body).toMatchObject({ code: "API_KEY_MISSING" });
      expect(us.logged.join("").includes(`"hop":"${verdict}"`)).toBe(verdict !== "valid");
    }
  });

  it("refuse a second hop, and any claim to be one", async () => {
    const path = "/api/cli/environments";
    const hop = { region: "us", method: "GET", target: path };
    const now = new Date();
    const second = { ...usRegion, "x-svc-hop": signHop([hopSecret], hop, now) };
    const refused = await ask(eu, { path, headers: second });
    expect(refused.status).toBe(508);
    expect(refused.headers["content-type"]).toContain("application/problem+json");
    expect(refused.body).toMatchObject({ code: "LOOP_DETECTED", instance: path });
    const stale = signHop([hopSecret], hop, new Date(now.getTime() - 120_000));
    const claimed = await ask(eu, { path, headers: { ...usRegion, "x-svc-hop": stale } });
    expect(claimed.status).toBe(400);
    expect(claimed.body).toMatchObject({ errors: [{ field: "X-SVC-Hop", code: "stale" }] });
  });

  it("answer 508 if they forward to each other, however often they are called", async () => {
    // The ports are reserved first: each must know the other's address before it starts.
    const holder = await listen(await buildTestApp({ name: "circle_a" }));
    const port = portOf(holder);
    await holder.close();
    const second = await listen(
      await buildTestApp({
        name: "circle_b",
        upstreams: { us: `http://127.0.0.1:${port}` },
      }),
    );
    const first = await listen(
      await buildTestApp({
        name: "circle_c",
        upstreams: { us: `http://127.0.0.1:${portOf(second)}` },
      }),
      port,
    );
    try {
      for (const asked of [first, second, first]) {
        const answer = await ask(asked, { path: "/api/cli/environments", headers: usRegion });
        expect(answer.status).toBe(508);
        expect(answer.body).toMatchObject({ code: "LOOP_DETECTED" });
      }
      const lines = [...first.logged, ...second.logged].filter((line) =>
        line.includes('"forwarded"'),
      );
      // Each call appears once in each log: it went over one hop.
      expect(lines).toHaveLength(6);
    } finally {
      await first.close();
      await second.close();
    }
  });

  it("keep a forwarded call's path and key out of the forwarder's log", async () => {
    const key = organization.owner.key;
    await ask(eu, {
      path: "/api/cli/environments?projectId=canary",
      headers: { ...usRegion, "x-api-key": key },
    });
    const written = eu.logged.join("");
    expect(written).toContain('"forwarded"');
    for (const secret of [key, "canary", "/api/cli"]) expect(written).not.toContain(secret);
  });
});

/** TLS in front of a deployment, with a certificate that only informed clients trust. */
async function startTlsProxy(url: string) {
  const { cert, key } = makeCertificate("localhost");
  const { hostname, port } = new URL(url);
  const proxy = createTlsServer({ cert, key }, (socket) => {
    const upstream = connect(Number(port), hostname);
    pipeline(socket, upstream, () => {});
    pipeline(upstream, socket, () => {});
  });
  proxy.on("tlsClientError", () => {});
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    origin: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    certificate: cert,
    [Symbol.asyncDispose]: async () => void proxy.close(),
  };
}

describe("two deployments in processes of their own", () => {
  it("work as the operator configures them", async () => {
    await using usFolder = await makeDataFolder("us");
    await using euFolder = await makeDataFolder("eu");
    const LINTEL_HOP_SECRET = hopSecret.toString("hex");
    const us = await spawnServer(usFolder.path, { LINTEL_REGIONS: "us", LINTEL_HOP_SECRET });
    await using proxy = await startTlsProxy(us.url);
    const authority = path.join(path.dirname(euFolder.path), "authority.pem");
    await writeFile(authority, proxy.certificate);
    const eu = await spawnServer(euFolder.path, {
      LINTEL_REGIONS: "eu,us",
      LINTEL_UPSTREAM_US: proxy.origin,
      // During a replacement: this one signs with the new secret, and still accepts the old one.
      LINTEL_HOP_SECRET: `${LINTEL_HOP_SECRET},${"ab".repeat(32)}`,
      NODE_EXTRA_CA_CERTS: authority,
    });
    let isUsGone = false;
    try {
      const ready = await fetch(`${eu.url}/readyz`);
      expect(await ready.json()).toEqual({
        status: "ready",
        regions: { eu: "ready", us: "forwarded" },
      });
      expect((await fetch(`${us.url}/healthz`)).status).toBe(200);
      const admin = (...args: string[]) =>
        runServerCommand(usFolder.path, ["admin", ...args, "--region", "us"], {
          LINTEL_REGIONS: "us",
        });
      const owner = ["--owner-email", "o@example.com", "--owner-name", "Olive"];
      await admin("org", "create", "--name", "Acme", "--slug", "acme", ...owner);
      const made = await admin(
        "key",
        "create",
        "--user-id",
        "o@example.com",
        "--name",
        "k",
        "--json",
      );
      const { key } = JSON.parse(made.stdout) as { key: string };
      const target = "/api/cli/environments?projectId=00000000-0000-7000-8000-000000000000";
      const headers = { "x-svc-region": "us", "x-api-key": key };
      const answer = await fetch(`${eu.url}${target}`, { headers });
      expect(answer.status).toBe(404);
      expect((await fetch(`${eu.url}${target}`, { headers: { "x-api-key": key } })).status).toBe(
        401,
      );
      await us.end("SIGKILL");
      isUsGone = true;
      const gone = await fetch(`${eu.url}${target}`, { headers });
      expect(gone.status).toBe(503);
      expect((await fetch(`${eu.url}/readyz`)).status).toBe(200);
      expect(eu.printed()).not.toContain(key);
    } finally {
      if (!isUsGone) await us.end("SIGKILL");
      expect(await eu.end("SIGTERM")).toBe(0);
    }
  });
});
