import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import path from "node:path";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { HttpResponse, Send } from "@lintel/client/http.types";
import { sendJson, startHostileService } from "../testing/hostile-service.ts";
import { makeFolder, runLintel } from "../testing/spawn-lintel.ts";
import { createHttpSend } from "./http.ts";
import { NetworkFailure } from "./network-failure.ts";
import { createPatientSend } from "./patient-send.ts";

const get = (url: string) => ({ method: "GET", url, headers: {}, body: null });

async function failureOf(sending: Promise<HttpResponse>): Promise<NetworkFailure> {
  const error = await sending.then(() => null).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NetworkFailure);
  return error as NetworkFailure;
}

describe("a request", () => {
  it("carries method, headers and body, and keeps its connection", async () => {
    const ports = new Set<number | undefined>();
    await using service = await startHostileService({
      "POST /x": (response, { body }) => {
        ports.add(response.req.socket.remotePort);
        response.writeHead(201, { "x-a": ["1", "2"] }).end(`got ${body}`);
      },
    });
    const send = createHttpSend();
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await send({
        method: "POST",
        url: `${service.url}/x`,
        headers: { "content-type": "text/plain" },
        body: "Grüße",
      });
      expect(answer).toMatchObject({ status: 201, text: "got Grüße" });
      expect(answer.headers["x-a"]).toBe("1, 2");
    }
    expect(service.arrived[0]?.headers).toMatchObject({ "content-length": "7" });
    expect(ports.size).toBe(1);
  });

  it("follows no redirect", async () => {
    await using service = await startHostileService({
      "GET /x": (response) => response.writeHead(307, { location: "/y" }).end(),
    });
    const answer = await createHttpSend()(get(`${service.url}/x`));
    expect(answer.status).toBe(307);
    expect(service.arrived).toHaveLength(1);
  });

  it.each([["closed at once", (socket: { destroy(): void }) => socket.destroy(), "ECONNRESET"]])(
    "fails if the connection is %s",
    async (_, act, code) => {
      const server = createTcpServer((socket) => act(socket));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      try {
        const failure = await failureOf(createHttpSend()(get(`http://127.0.0.1:${port}/`)));
        expect(failure.code).toBe(code);
      } finally {
        server.close();
      }
    },
  );

  it("fails if the body is cut off", async () => {
    await using service = await startHostileService({
      "GET /x": (response) => {
        response.writeHead(200, { "content-length": "100" }).write("half");
        setTimeout(() => response.destroy(), 20);
      },
    });
    const failure = await failureOf(createHttpSend()(get(`${service.url}/x`)));
    expect(failure.code).toBe("ECONNRESET");
  });

  it("fails if the service stops sending", async () => {
    await using service = await startHostileService({ "GET /x": () => {} });
    const failure = await failureOf(createHttpSend({ silenceMs: 100 })(get(`${service.url}/x`)));
    expect(failure).toMatchObject({ code: "ETIMEDOUT", reason: "the service stopped sending" });
  });

  it("fails if the answer is too large", async () => {
    await using service = await startHostileService({
      "GET /x": (response) => response.end("x".repeat(10_000)),
    });
    const failure = await failureOf(createHttpSend({ maxBytes: 1000 })(get(`${service.url}/x`)));
    expect(failure.code).toBe("ERR_TOO_LARGE");
  });

  it.each([
    ["nothing listens", "http://127.0.0.1:1/", "ECONNREFUSED"],
    ["the port speaks no TLS", "tls", "EPROTO"],
    ["the port speaks no HTTP", "raw", "HPE_INVALID_CONSTANT"],
  ])("fails with a reason if %s", async (_, where, code) => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.end("no protocol of yours\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const url = where.startsWith("http")
      ? where
      : `${where === "tls" ? "https" : "http"}://127.0.0.1:${port}/`;
    try {
      const failure = await failureOf(createHttpSend()(get(url)));
      expect(failure.reason).not.toBe("");
      expect(failure.code).toMatch(new RegExp(`^(?:${code}|ERR_SSL_.*)$`));
    } finally {
      server.close();
    }
  });
});

// Without the program there is no certificate, because Node.js cannot create one.
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

describe.skipIf(!hasOpenssl)("TLS", () => {
  it("is refused with an untrusted certificate, and accepted with a trusted one", async () => {
    await using folder = await makeFolder();
    const [key, cert] = [path.join(folder.path, "key.pem"), path.join(folder.path, "cert.pem")];
    const parameters = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    const subject = ["-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"];
    const openssl = parameters.split(" ").concat("-keyout", key, "-out", cert, subject);
    expect(spawnSync("openssl", openssl).status).toBe(0);
    const server = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_, response) => response.writeHead(418).end("a teapot"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const LINTEL_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const whoami = (env: Record<string, string>) =>
      runLintel({ args: ["whoami"], env: { LINTEL_URL, LINTEL_API_KEY: "k", ...env } });
    try {
      const refused = await whoami({});
      expect(refused.stderr).toContain("does not trust the certificate");
      expect(refused.stderr).toContain("NODE_EXTRA_CA_CERTS");
      expect(refused.code).toBe(3);
      expect((await whoami({ NODE_EXTRA_CA_CERTS: cert })).stderr).toContain("a teapot");
    } finally {
      server.close();
    }
  });
});

describe("patience", () => {
  const lost = new NetworkFailure({ code: "ECONNRESET", reason: "the connection was cut" });
  const refused = new NetworkFailure({ code: "ECONNREFUSED", reason: "nothing listens" });
  const answer = (status: number): HttpResponse => ({ status, headers: {}, text: "" });

  /** Sends to a server that does one thing after the other. */
  async function play(
    acts: readonly (HttpResponse | NetworkFailure)[],
    forMs = 5000,
    requests = 1,
  ): Promise<{ outcomes: unknown[]; tries: number; reported: string[] }> {
    let tries = 0;
    const reported: string[] = [];
    const peer: Send = async () => {
      const act = acts[Math.min(tries, acts.length - 1)] ?? lost;
      tries += 1;
      if (act instanceof NetworkFailure) throw act;
      return act;
    };
    const send = createPatientSend(peer, { forMs, onRetry: (reason) => reported.push(reason) });
    const outcomes: unknown[] = [];
    for (let turn = 0; turn < requests; turn += 1) {
      outcomes.push(
        await send(get("http://x/")).then(
          ({ status }) => status,
          (error: unknown) => error,
        ),
      );
    }
    return { outcomes, tries, reported };
  }

  it("retries after a broken connection or a proxy's error, with the reason", async () => {
    const { outcomes, reported } = await play([lost, answer(503), answer(200)]);
    expect(outcomes).toEqual([200]);
    expect(reported).toEqual(["the connection was cut", "HTTP 503"]);
  });

  it("ends at the timeout", async () => {
    const { outcomes, tries } = await play([lost], 500);
    expect(outcomes).toEqual([lost]);
    expect(tries).toBeGreaterThan(1);
  });

  it("waits for a service that has answered before, not for one that never did", async () => {
    expect(await play([refused])).toMatchObject({ outcomes: [refused], tries: 1 });
    expect(await play([answer(200), refused, answer(200)], 5000, 2)).toMatchObject({
      outcomes: [200, 200],
      tries: 3,
    });
  });

  it.each([400, 401, 404, 409, 429, 500])("accepts %i as an answer", async (status) => {
    expect(await play([answer(status)])).toMatchObject({ outcomes: [status], tries: 1 });
  });

  it.each(["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "EPROTO", "HPE_INVALID_CONSTANT"])(
    "does not retry after %s",
    async (code) => {
      const failure = new NetworkFailure({ code, reason: "r" });
      expect(await play([answer(200), failure], 5000, 2)).toMatchObject({ tries: 2 });
    },
  );

  it("returns the last answer of a service that does not recover", async () => {
    expect((await play([answer(502)], 300)).outcomes).toEqual([502]);
  });
});

it("forwards JSON unchanged", async () => {
  await using service = await startHostileService({
    "GET /x": (response) => sendJson(response, { a: "ü" }),
  });
  const { text } = await createHttpSend()(get(`${service.url}/x`));
  expect(text).toBe('{"a":"ü"}');
});
