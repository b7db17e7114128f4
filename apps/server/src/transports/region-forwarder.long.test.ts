import { Agent, createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import {
  connect,
  createServer as createSocketServer,
  type AddressInfo,
  type Socket,
} from "node:net";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { systemClock } from "../platform/clock.ts";
import { verifyHop } from "../platform/crypto/hop-signature.ts";
import { createRegionForwarder, type ForwarderOptions } from "./region-forwarder.ts";

const mebibyte = 1024 * 1024;
const hopSecrets = [Buffer.alloc(32, "hop")] as const;

interface Deployment extends AsyncDisposable {
  readonly port: number;
  readonly logged: string[];
  /** Stops it like a signal. */
  stop(): Promise<void>;
}

/** A deployment that serves no region itself and forwards `us`. */
async function startDeployment(
  origin: string,
  limits: Partial<ForwarderOptions> = {},
): Promise<Deployment> {
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void logged.push(line) });
  const options = { region: "us", origin, hopSecrets, clock: systemClock, log, ...limits };
  const app = await createApp({
    cells: [],
    log,
    forwarders: [createRegionForwarder(options)],
    hopSecrets,
    drainMs: 300,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  logged.length = 0;
  return {
    port,
    logged,
    stop: () => app.close(),
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

interface Upstream extends AsyncDisposable {
  readonly origin: string;
  readonly server: Server;
}

async function startUpstream(listener: RequestListener): Promise<Upstream> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** A flat list of names and values. */
  readonly headers?: readonly string[];
  readonly body?: Buffer;
  readonly agent?: Agent;
}

async function send(deployment: Deployment, sent: Sent): Promise<IncomingMessage> {
  const outgoing = httpRequest({
    port: deployment.port,
    host: "127.0.0.1",
    method: sent.method ?? "GET",
    path: sent.path ?? "/",
    agent: sent.agent ?? false,
    headers: ["Host", "lintel", "X-SVC-Region", "us", ...(sent.headers ?? [])],
  });
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  outgoing.on("error", () => {});
  outgoing.end(sent.body);
  return (await answered)[0];
}

async function readProblem(answer: IncomingMessage): Promise<Record<string, unknown>> {
  return JSON.parse((await buffer(answer)).toString()) as Record<string, unknown>;
}

async function until(isDone: () => boolean): Promise<void> {
  for (let waited = 0; !isDone(); waited += 10) {
    if (waited > 10_000) throw new Error("It did not come.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function linesOf(deployment: Deployment): Record<string, unknown>[] {
  return deployment.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const token = fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/);
// Any byte that a field's value may contain (RFC 9110 §5.5), with visible ones at its ends.
const value = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 30 })
  .map((codes) => codes.filter((code) => code !== 0x7f))
  .map((codes) => String.fromCharCode(...codes).trim())
  .filter((text) => !/^\s|\s$/.test(text));
const headers = fc
  .array(fc.tuple(token, value), { maxLength: 8 })
  .map((pairs) => pairs.filter(([name]) => !/^x-(svc-|forwarded-for$)/i.test(name)).flat());
const body = fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes));
const path = fc.oneof(
  fc.webPath().map((text) => `/${text.replace(/^\/+/, "")}`),
  fc.constantFrom("/%zz", "/us/scim/v2/Users?filter=a%20b", "/a//b/../c?x=1&x=2", "/?"),
);
const exchange = fc.record({
  method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "QUERY", "OPTIONS", "HEAD"),
  path,
  headers,
  body,
  isChunked: fc.boolean(),
  status: fc.oneof(fc.integer({ min: 200, max: 599 }), fc.integer({ min: 600, max: 999 })),
  message: fc.stringMatching(/^[A-Za-z ]{1,20}$/).map((text) => text.trim()),
  answerHeaders: headers,
  answer: body,
  isAnswerChunked: fc.boolean(),
});

type Exchange = typeof exchange extends fc.Arbitrary<infer One> ? One : never;

describe("a region that is forwarded", () => {
  it("forwards every method, path, header, status and body unchanged", async () => {
    type Respond = (incoming: IncomingMessage, received: Buffer) => Sent & { status: number };
    let answerTo: Respond = () => ({ status: 500 });
    let message = "";
    await using upstream = await startUpstream((incoming, response) => {
      void buffer(incoming).then((received) => {
        const answer = answerTo(incoming, received);
        response.sendDate = false;
        response.writeHead(answer.status, message, [...(answer.headers ?? [])]);
        response.end(answer.body);
      });
    });
    await using deployment = await startDeployment(upstream.origin);
    const check = async (one: Exchange): Promise<void> => {
      let seen: IncomingMessage | null = null;
      let received = Buffer.alloc(0);
      message = one.message;
      const hasNoBody = one.status === 204 || one.status === 304 || one.method === "HEAD";
      const answer = hasNoBody ? Buffer.alloc(0) : one.answer;
      answerTo = (incoming, bytes) => {
        seen = incoming;
        received = Buffer.from(bytes);
        const length = ["Content-Length", String(answer.length)];
        const isFramed = !one.isAnswerChunked && !hasNoBody;
        return {
          status: one.status,
          headers: [...one.answerHeaders, ...(isFramed ? length : [])],
          body: answer,
        };
      };
      const framing = one.isChunked
        ? ["Transfer-Encoding", "chunked"]
        : one.body.length > 0
          ? ["Content-Length", String(one.body.length)]
          : [];
      const sent = one.isChunked || one.body.length > 0 ? { body: one.body } : {};
      const response = await send(deployment, {
        method: one.method,
        path: one.path,
        headers: [...one.headers, ...framing],
        ...sent,
      });
      const bytes = await buffer(response);
      expect(response.statusCode).toBe(one.status);
      expect(response.statusMessage).toBe(one.message);
      expect(bytes.equals(answer)).toBe(true);
      expect(ownOf(response.rawHeaders)).toEqual(one.answerHeaders);
      const incoming = seen as unknown as IncomingMessage;
      expect(incoming.method).toBe(one.method);
      expect(incoming.url).toBe(one.path);
      expect(received.equals(one.body)).toBe(true);
      expect(ownOf(incoming.rawHeaders)).toEqual(one.headers);
    };
    await fc.assert(fc.asyncProperty(exchange, check), { numRuns: 150 });
  });

  it("drops connection headers and reports the caller's address", async () => {
    const seen: IncomingMessage[] = [];
    await using upstream = await startUpstream((incoming, response) => {
      seen.push(incoming);
      const headers = [
        ["Connection", "close, X-Private"],
        ["X-Private", "1"],
        ["Keep-Alive", "timeout=1"],
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
      ];
      response.writeHead(200, headers.flat());
      response.end("fine");
    });
    await using deployment = await startDeployment(upstream.origin);
    const answer = await send(deployment, {
      path: "/x",
      headers: [
        ["Connection", "keep-alive, X-Mine, X-SVC-Region"],
        ["X-Mine", "1"],
        ["TE", "trailers"],
        ["Proxy-Connection", "keep-alive"],
        ["Upgrade", "h2c"],
        ["Expect", "100-continue"],
        ["X-Forwarded-For", "192.0.2.1"],
        ["X-API-Key", "svc_live_x"],
      ].flat(),
    });
    await buffer(answer);
    expect(answer.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"] });
    expect(answer.headers).not.toHaveProperty("x-private");
    const [{ headers }] = seen as [IncomingMessage];
    for (const name of ["x-mine", "te", "proxy-connection", "upgrade", "expect"]) {
      expect(headers).not.toHaveProperty(name);
    }
    expect(headers).toMatchObject({
      host: new URL(upstream.origin).host,
      "x-svc-region": "us",
      "x-api-key": "svc_live_x",
      "x-forwarded-for": "192.0.2.1, 127.0.0.1",
    });
    const hop = { region: "us", method: "GET", target: "/x" };
    expect(verifyHop(hopSecrets, String(headers["x-svc-hop"]), hop, new Date())).toBe("valid");
  });

  it("never forwards a caller's hop header", async () => {
    let calls = 0;
    await using upstream = await startUpstream((_, response) => {
      calls += 1;
      response.end();
    });
    await using deployment = await startDeployment(upstream.origin);
    const answer = await send(deployment, { headers: ["X-SVC-Hop", "v1;us;1;00;00"] });
    expect(answer.statusCode).toBe(400);
    expect(await readProblem(answer)).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ field: "X-SVC-Hop", code: "unreadable" }],
    });
    expect(calls).toBe(0);
  });

  it("streams large bodies in both directions without buffering them", async () => {
    const chunk = Buffer.alloc(64 * 1024, 7);
    const chunks = 1600;
    let received = 0;
    let held: IncomingMessage | null = null;
    await using upstream = await startUpstream((incoming, response) => {
      held = incoming;
      incoming.on("end", () => {
        void (async () => {
          for (let at = 0; at < chunks; at += 1) {
            if (!response.write(chunk)) await once(response, "drain");
          }
          response.end();
        })();
      });
    });
    await using deployment = await startDeployment(upstream.origin);
    const outgoing = httpRequest({
      port: deployment.port,
      host: "127.0.0.1",
      method: "POST",
      headers: { "x-svc-region": "us" },
    });
    const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
    const before = usedBytes();
    let uploaded = 0;
    const upload = (async () => {
      for (; uploaded < chunks; uploaded += 1) {
        if (!outgoing.write(chunk)) await once(outgoing, "drain");
      }
      outgoing.end();
    })();
    // An upstream that does not read slows the caller down, so that no data accumulates.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(uploaded).toBeLessThan(chunks);
    expect(usedBytes() - before).toBeLessThan(40 * mebibyte);
    (held as unknown as IncomingMessage).on("data", (data: Buffer) => (received += data.length));
    await upload;
    const [response] = await answered;
    // So does a caller that does not read.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(usedBytes() - before).toBeLessThan(40 * mebibyte);
    let returned = 0;
    for await (const data of response) returned += (data as Buffer).length;
    expect(received).toBe(chunks * chunk.length);
    expect(returned).toBe(chunks * chunk.length);
  });

  it("forwards the status of a held call at once, and each blank as it arrives", async () => {
    let end: (() => void) | null = null;
    let blank: (() => void) | null = null;
    await using upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.flushHeaders();
      blank = () => void response.write(" ");
      end = () => void response.end("{}");
    });
    await using deployment = await startDeployment(upstream.origin);
    const answer = await send(deployment, { method: "POST", path: "/api/cli/run" });
    expect(answer.statusCode).toBe(200);
    (blank as unknown as () => void)();
    expect(String((await once(answer, "data"))[0])).toBe(" ");
    (end as unknown as () => void)();
    expect((await buffer(answer)).toString()).toBe("{}");
  });

  it("forwards early refusals while the body is still being sent, and keeps the connection", async () => {
    await using upstream = await startUpstream((_, response) => {
      response.writeHead(413, { "content-length": "3" }).end("big");
    });
    await using deployment = await startDeployment(upstream.origin);
    const socket = connect(deployment.port, "127.0.0.1");
    let text = "";
    socket.on("data", (data: Buffer) => (text += data.toString()));
    const head = "POST /x HTTP/1.1\r\nHost: a\r\nX-SVC-Region: us\r\n";
    socket.write(`${head}Content-Length: 1000000\r\n\r\n${"x".repeat(10)}`);
    await until(() => text.endsWith("big"));
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    socket.write("x".repeat(999_990));
    socket.write(`${head}Content-Length: 0\r\n\r\n`);
    await until(() => text.split("413").length === 3);
    socket.destroy();
  });

  it("ends the upstream's call if the caller disconnects, before or during the answer", async () => {
    let ended = 0;
    let begun = 0;
    await using upstream = await startUpstream((incoming, response) => {
      begun += 1;
      response.once("close", () => (ended += 1));
      if (incoming.url === "/within") response.write("some");
    });
    await using deployment = await startDeployment(upstream.origin);
    const abandoned = httpRequest({
      port: deployment.port,
      host: "127.0.0.1",
      headers: { "x-svc-region": "us" },
    });
    abandoned.on("error", () => {});
    abandoned.end();
    await until(() => begun === 1);
    abandoned.destroy();
    await until(() => ended === 1);
    (await send(deployment, { path: "/within" })).on("error", () => {}).destroy();
    await until(() => ended === 2);
    // In the middle of an upload.
    const socket = connect(deployment.port, "127.0.0.1");
    socket.write(
      "POST /up HTTP/1.1\r\nHost: a\r\nX-SVC-Region: us\r\nContent-Length: 99\r\n\r\nabc",
    );
    await until(() => begun === 3);
    socket.destroy();
    await until(() => ended === 3);
    await until(() => linesOf(deployment).length >= 3);
    expect(linesOf(deployment).map(({ msg, status }) => [msg, status])).toEqual([
      ["forwarded, and cut", null],
      ["forwarded, and cut", 200],
      ["forwarded, and cut", null],
    ]);
  });

  it("cuts the caller's connection if the upstream's answer is cut, without faking its end", async () => {
    await using upstream = await startUpstream((incoming, response) => {
      if (incoming.url === "/counted") response.writeHead(200, { "content-length": "100" });
      response.write("some of it", () => setTimeout(() => response.destroy(), 50));
    });
    await using deployment = await startDeployment(upstream.origin);
    for (const path of ["/counted", "/chunked"]) {
      const answer = await send(deployment, { path });
      expect(answer.statusCode).toBe(200);
      await expect(buffer(answer)).rejects.toThrow("aborted");
      expect(answer.complete).toBe(false);
    }
  });

  it("answers 503 if nothing listens, if the connection is lost, and if there is no answer", async () => {
    const closed = await startUpstream(() => {});
    await closed[Symbol.asyncDispose]();
    await using unreachable = await startDeployment(closed.origin);
    const refused = await send(unreachable, { method: "POST", body: Buffer.alloc(200_000) });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("5");
    const problem = await readProblem(refused);
    expect(problem).toMatchObject({ code: "UNAVAILABLE", instance: "/" });
    expect(problem["detail"]).toContain("not carried out");

    // A half-open upstream: it accepts the connection and sends nothing, or disconnects first.
    const sockets: Socket[] = [];
    const silent = createSocketServer((socket) => void sockets.push(socket.on("error", () => {})));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    try {
      const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      await using patient = await startDeployment(origin);
      const lost = send(patient, {});
      await until(() => sockets.length === 1);
      sockets[0]?.destroy();
      const answer = await lost;
      expect(answer.statusCode).toBe(503);
      expect((await readProblem(answer))["detail"]).toContain("may have been carried out");

      await using hasty = await startDeployment(origin, { idleLimitMs: 400 });
      expect((await send(hasty, {})).statusCode).toBe(503);

      // Over TLS the connection exists only after a handshake, which never completes.
      const secure = origin.replace("http:", "https:");
      await using brief = await startDeployment(secure, { connectLimitMs: 400 });
      const unconnected = await send(brief, {});
      expect(unconnected.statusCode).toBe(503);
      expect((await readProblem(unconnected))["detail"]).toContain("not carried out");
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it("cuts an answer that is silent for longer than the limit", async () => {
    await using upstream = await startUpstream((_, response) => void response.write("some"));
    await using deployment = await startDeployment(upstream.origin, { idleLimitMs: 400 });
    const answer = await send(deployment, {});
    expect(answer.statusCode).toBe(200);
    await expect(buffer(answer)).rejects.toThrow("aborted");
  });

  it("has a bounded number of calls in progress", async () => {
    const waiting: (() => void)[] = [];
    await using upstream = await startUpstream((_, response) => {
      waiting.push(() => void response.end("done"));
    });
    await using deployment = await startDeployment(upstream.origin, { maxCalls: 2 });
    const held = [send(deployment, {}), send(deployment, {})];
    await until(() => waiting.length === 2);
    const third = await send(deployment, {});
    expect(third.statusCode).toBe(503);
    expect(third.headers["retry-after"]).toBe("5");
    for (const answer of waiting) answer();
    for (const answer of await Promise.all(held)) {
      expect((await buffer(answer)).toString()).toBe("done");
    }
    const fourth = send(deployment, {});
    await until(() => waiting.length === 3);
    waiting[2]?.();
    expect((await fourth).statusCode).toBe(200);
  });

  it("lets calls end when the server stops, and cuts those that take too long", async () => {
    await using upstream = await startUpstream((incoming, response) => {
      if (incoming.url !== "/silent") response.write("some");
      if (incoming.url === "/short") setTimeout(() => response.end(" more"), 100);
    });
    await using deployment = await startDeployment(upstream.origin);
    // Kept-alive connections: the stop must not wait for them.
    const agent = new Agent({ keepAlive: true });
    try {
      const [short, long] = [
        await send(deployment, { path: "/short", agent }),
        await send(deployment, { path: "/long", agent }),
      ];
      const silent = send(deployment, { path: "/silent", agent });
      await new Promise((resolve) => setTimeout(resolve, 50));
      const stopped = deployment.stop();
      const cut = buffer(long).catch((error: Error) => error.message);
      expect((await buffer(short)).toString()).toBe("some more");
      const answer = await silent;
      expect(answer.statusCode).toBe(503);
      await buffer(answer);
      expect(await cut).toBe("aborted");
      await stopped;
      expect(deployment.logged.join("")).not.toContain("does not answer");
    } finally {
      agent.destroy();
    }
  });

  it("logs region, status and time, and nothing else about a call", async () => {
    let status = 201;
    const upstream = await startUpstream((_, response) => void response.writeHead(status).end());
    await using deployment = await startDeployment(upstream.origin);
    const call = {
      method: "POST",
      path: "/canary-path?canary-query",
      headers: ["X-API-Key", "svc_live_canary", "X-Canary-Name", "canary-value"],
      body: Buffer.from("canary-body"),
    };
    await send(deployment, call);
    status = 500;
    await send(deployment, call);
    await send(deployment, { ...call, headers: ["X-SVC-Hop", "canary"] });
    await upstream[Symbol.asyncDispose]();
    await send(deployment, call);
    await until(() => linesOf(deployment).filter(({ msg }) => msg === "forwarded").length === 4);
    const lines = linesOf(deployment);
    const forwarded = lines.filter(({ msg }) => msg === "forwarded");
    expect(forwarded.map((line) => line["status"])).toEqual([201, 500, 400, 503]);
    for (const line of forwarded) {
      expect(Object.keys(line).toSorted()).toEqual(
        ["level", "time", "region", "status", "ms", "msg"].toSorted(),
      );
      expect(line["region"]).toBe("us");
    }
    expect(lines.filter(({ msg }) => msg !== "forwarded")).toEqual([
      expect.objectContaining({ region: "us", failure: "ECONNREFUSED" }),
    ]);
    expect(deployment.logged.join("")).not.toMatch(/canary/i);
  });

  it("answers probes itself, whatever region they name", async () => {
    let calls = 0;
    await using upstream = await startUpstream(() => void (calls += 1));
    await using deployment = await startDeployment(upstream.origin);
    const ready = await send(deployment, { path: "/readyz?x" });
    expect(ready.statusCode).toBe(200);
    expect(await readProblem(ready)).toEqual({ status: "ready", regions: { us: "forwarded" } });
    expect((await send(deployment, { path: "/healthz" })).statusCode).toBe(200);
    expect(calls).toBe(0);
  });
});

/** The memory in use after a garbage collection. */
function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { external, heapUsed } = process.memoryUsage();
  return external + heapUsed;
}

/** The headers that the exchange itself set, without those of framing and of this hop. */
function ownOf(raw: readonly string[]): string[] {
  const framing =
    /^(?:content-length|transfer-encoding|connection|keep-alive|host|x-svc-\w+|x-forwarded-for)$/i;
  return raw.filter((_, at) => !framing.test(raw[at - (at % 2)] ?? ""));
}
