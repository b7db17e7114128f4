import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect as connectHttp2, constants, type ClientHttp2Session } from "node:http2";
import { request as requestHttps } from "node:https";
import { createHash } from "node:crypto";
import { createServer as createTcp } from "node:net";
import { text as readText } from "node:stream/consumers";
import { promisify } from "node:util";
import { makeCertificate } from "@lintel/egress/testing/make-certificate";
import { EventSource, WebSocket } from "undici";
import { afterAll, describe, expect, it } from "vitest";
import { closeDeprecationScenes } from "../../features/deprecations/deprecation.testing.ts";
import { openGatewayScene, type GatewayScene } from "./gateway.testing.ts";

const tls = makeCertificate("gate.test");
const open: GatewayScene[] = [];

async function openSecure(...[upstream, more]: Parameters<typeof openGatewayScene>) {
  const scene = await openGatewayScene(upstream, { tls, ...more });
  open.push(scene);
  return scene;
}

afterAll(async () => {
  await Promise.all(open.map((scene) => scene.close()));
  await closeDeprecationScenes();
});

const echo = (incoming: IncomingMessage, response: ServerResponse): void => {
  void answerWithSeen(incoming, response);
};

const answerWithSeen = async (incoming: IncomingMessage, response: ServerResponse) => {
  const body = await readText(incoming);
  const { method, url, rawHeaders, trailers } = incoming;
  response.setHeader("trailer", "x-sum");
  response.write(JSON.stringify({ method, url, rawHeaders, trailers, body }));
  response.addTrailers({ "x-sum": "42" });
  response.end();
};

const connectTo = ({ port }: GatewayScene): ClientHttp2Session =>
  connectHttp2(`https://127.0.0.1:${port}`, {
    ca: tls.cert,
    servername: "gate.test",
    checkServerIdentity: () => undefined,
  });

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly trailers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The code with which the stream ended. */
  readonly ended: number | undefined;
}

function ask(
  session: ClientHttp2Session,
  fields: Record<string, string | string[]>,
  body?: string,
  after?: Record<string, string>,
): Promise<Seen> {
  return new Promise((resolve) => {
    const stream = session.request(fields, {
      endStream: body === undefined,
      waitForTrailers: after !== undefined,
    });
    let [text, headers, trailers]: [string, Seen["headers"], Seen["trailers"]] = ["", {}, {}];
    stream.setEncoding("utf8");
    stream.on("wantTrailers", () => stream.sendTrailers(after ?? {}));
    stream.on("response", (found) => (headers = found));
    stream.on("trailers", (found) => (trailers = found));
    stream.on("data", (chunk: string) => (text += chunk));
    stream.on("error", () => {});
    stream.on("close", () =>
      resolve({
        status: Number(headers[":status"] ?? 0),
        headers,
        trailers,
        text,
        ended: stream.rstCode,
      }),
    );
    if (body !== undefined) stream.end(body);
  });
}

const listPairs = (raw: readonly string[]) =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""]] : []));

describe("a gateway with TLS", () => {
  it("speaks HTTP/2 and HTTP/1.1 on one port, as the client asks for", async () => {
    const scene = await openSecure(echo);
    const curl = async (...more: string[]) => {
      const place = ["--resolve", `${scene.host}:${scene.port}:127.0.0.1`];
      const url = `https://${scene.host}:${scene.port}/pets/7`;
      const form = ["-w", "\n%{http_version}"];
      const { stdout } = await promisify(execFile)("curl", [
        "-sk",
        ...place,
        ...form,
        ...more,
        url,
      ]);
      const [body = "", version] = stdout.split("\n");
      const { rawHeaders } = JSON.parse(body) as { rawHeaders: string[] };
      return { version, seen: Object.fromEntries(listPairs(rawHeaders)) as Record<string, string> };
    };
    const second = await curl("--http2");
    expect(second.version).toBe("2");
    expect(second.seen).toMatchObject({ via: "2.0 lintel", "x-forwarded-proto": "https" });
    expect(second.seen["x-forwarded-host"]).toBe(`${scene.host}:${scene.port}`);
    const first = await curl("--http1.1");
    expect(first.version).toBe("1.1");
    expect(first.seen).toMatchObject({ via: "1.1 lintel", "x-forwarded-proto": "https" });
  });

  it("carries bodies, cookies and trailers of many streams, and announces plans", async () => {
    const scene = await openSecure(echo);
    await scene.create({ autoShutdown: true });
    await scene.follow();
    const session = connectTo(scene);
    const base = { ":authority": scene.host, ":method": "POST", ":path": "/pets/7" };
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, at) => ask(session, base, `body ${at}`)),
    );
    expect(answers.map(({ text }) => (JSON.parse(text) as { body: string }).body)).toEqual(
      answers.map((_, at) => `body ${at}`),
    );
    expect(answers[0]?.trailers).toMatchObject({ "x-sum": "42" });
    const announced = await ask(session, { ...base, ":method": "GET", cookie: ["a=1", "b=2"] });
    expect(announced.headers).toMatchObject({ ":status": 200, sunset: expect.any(String) });
    const seen = JSON.parse(announced.text) as { rawHeaders: string[] };
    const pairs = listPairs(seen.rawHeaders);
    expect(pairs.filter(([name]) => name === "cookie")).toEqual([["cookie", "a=1; b=2"]]);
    expect(pairs.map(([name]) => name)).not.toContain("transfer-encoding");
    const empty = JSON.parse((await ask(session, base)).text) as { rawHeaders: string[] };
    expect(listPairs(empty.rawHeaders).map(([name]) => name)).not.toContain("transfer-encoding");
    const followed = await ask(session, { ...base, trailer: "x-end" }, "body", { "x-end": "yes" });
    expect(JSON.parse(followed.text)).toMatchObject({ body: "body", trailers: { "x-end": "yes" } });
    const split = await ask(session, { ...base, host: "other.test" });
    expect(split.status).toBe(400);
    session.close();
  });

  it("passes the end of a cancelled stream on, and ends one whose answer broke off", async () => {
    const gone: string[] = [];
    const scene = await openSecure((incoming, response) => {
      response.on("close", () => gone.push(String(incoming.url)));
      response.writeHead(200).write("half");
      if (incoming.url === "/broken") setTimeout(() => response.destroy(), 50);
    });
    const session = connectTo(scene);
    const base = { ":authority": scene.host, ":method": "GET" };
    const cancelled = session.request({ ...base, ":path": "/cancelled" });
    await new Promise((resolve) => cancelled.once("data", resolve));
    cancelled.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => gone).toEqual(["/cancelled"]);
    const broken = await ask(session, { ...base, ":path": "/broken" });
    expect([broken.status, broken.text]).toEqual([200, "half"]);
    expect(broken.ended).toBe(constants.NGHTTP2_INTERNAL_ERROR);
    const upload = session.request({ ...base, ":method": "POST", ":path": "/upload" });
    upload.write("half");
    await new Promise((resolve) => upload.once("data", resolve));
    upload.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => gone).toContain("/upload");
    session.close();
  });

  it("counts a call whose client left", async () => {
    const scene = await openSecure(
      (_, response) => void response.writeHead(200).write("data: 1\n\n"),
    );
    const session = connectTo(scene);
    const stream = session.request({ ":authority": scene.host, ":path": "/pets/7" });
    await new Promise((resolve) => stream.once("data", resolve));
    stream.close(constants.NGHTTP2_CANCEL);
    const total = async () => {
      const found = await scene.read(
        `entityType=endpoint&entityId=${scene.endpointId}&includeUsage=true`,
      );
      return (found.usage as { totalRequests: number } | undefined)?.totalRequests;
    };
    await scene.create({});
    await expect.poll(total).toBe(1);
    session.close();
  });

  it("joins WebSockets and streams events", async () => {
    const big = Buffer.alloc(5_000_000, 97);
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      setTimeout(() => response.write("id: 9\ndata: 2\n\n"), 50);
    });
    server.on("upgrade", (incoming, socket) => {
      const key = `${incoming.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash("sha1").update(key).digest("base64");
      socket.on("error", () => {});
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
      );
      // The peer says something, and gets a long message, which is followed by the end.
      socket.once("data", () => {
        const head = Buffer.alloc(10);
        head.writeUInt16BE(0x82_7f);
        head.writeBigUInt64BE(BigInt(big.length), 2);
        socket.end(Buffer.concat([head, big, Buffer.from([0x88, 0])]));
      });
    });
    const scene = await openSecure(server);
    const { Agent } = await import("undici");
    const dispatcher = new Agent({
      connect: {
        ca: tls.cert,
        checkServerIdentity: () => undefined,
        lookup: (_name, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
      },
    });
    const place = `${scene.host}:${scene.port}`;
    const socket = new WebSocket(`wss://${place}/ws`, { dispatcher });
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => socket.send("hello"));
    const received = await new Promise<unknown>((resolve, reject) => {
      socket.addEventListener("message", ({ data }) => resolve(data));
      socket.addEventListener("error", reject);
    });
    expect(Buffer.from(received as ArrayBuffer).equals(big)).toBe(true);
    const source = new EventSource(`https://${place}/events`, { node: { dispatcher } });
    const events: string[] = [];
    source.addEventListener("message", ({ data }) => events.push(String(data)));
    await expect.poll(() => events).toEqual(["1", "2"]);
    source.close();
    await dispatcher.destroy();
  });

  it("ends in time although clients keep connections, streams and WebSockets open", async () => {
    const server = createServer((_, response) => void response.writeHead(200).write("on"));
    server.on("upgrade", (_, socket) => {
      socket.on("error", () => {});
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
      );
    });
    const scene = await openGatewayScene(server, { tls });
    const [idle, busy] = [connectTo(scene), connectTo(scene)];
    idle.on("error", () => {});
    busy.on("error", () => {});
    await new Promise((resolve) => idle.ping(resolve));
    const stream = busy.request({ ":authority": scene.host, ":path": "/" });
    stream.on("error", () => {});
    await new Promise((resolve) => stream.once("data", resolve));
    const headers = {
      host: scene.host,
      connection: "upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "x",
    };
    const upgrade = requestHttps({
      host: "127.0.0.1",
      port: scene.port,
      headers,
      rejectUnauthorized: false,
    });
    upgrade.end();
    const socket = await new Promise<{ on: (name: string, act: () => void) => void }>((resolve) =>
      upgrade.once("upgrade", (_, joined) => resolve(joined)),
    );
    socket.on("error", () => {});
    await scene.close();
    await expect.poll(() => idle.destroyed && busy.destroyed).toBe(true);
  });

  it("answers what is no request, and what is no TLS, by an end", async () => {
    const scene = await openSecure(echo);
    const plain = createTcp();
    plain.close();
    await expect(fetch(`http://127.0.0.1:${scene.port}/`)).rejects.toThrow();
    expect((await ask(connectTo(scene), { ":authority": scene.host, ":path": "/" })).status).toBe(
      200,
    );
  });
});
