import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect } from "node:net";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { closeDeprecationScenes } from "../../features/deprecations/deprecation.testing.ts";
import { createGatewaySource } from "../../features/traffic/gateway.source.ts";
import { request } from "../../testing/request.ts";
import { openGatewayScene, type GatewayScene } from "./gateway.testing.ts";

const open: GatewayScene[] = [];
const openScene = async (...given: Parameters<typeof openGatewayScene>) => {
  const scene = await openGatewayScene(...given);
  open.push(scene);
  return scene;
};

afterAll(async () => {
  await Promise.all(open.map((scene) => scene.close()));
  await closeDeprecationScenes();
});

const echo = (incoming: IncomingMessage, response: ServerResponse) => {
  let body = "";
  incoming.on("data", (chunk) => (body += String(chunk)));
  incoming.on("end", () => {
    const { method, url, headers, trailers } = incoming;
    response
      .writeHead(200, {
        "content-type": "application/json",
        Deprecation: "@1",
        Link: "</a>; rel=x",
      })
      .end(JSON.stringify({ method, url, headers, trailers, body }));
  });
};

describe("a gateway", () => {
  it("announces, reduces, browns out and ends what plans end", async () => {
    const scene = await openScene(echo);
    expect((await scene.call("GET", "/pets/7")).headers["deprecation"]).toBe("@1");
    const plan = await scene.create({
      autoShutdown: true,
      enableRateLimiting: true,
      rateLimitReductionPercent: 90,
    });
    await scene.follow();
    const announced = await scene.call("GET", "/pets/7?x=%20");
    expect(announced).toMatchObject({
      status: 200,
      headers: {
        deprecation: `@${Math.floor(Date.parse(String(plan["announcedAt"])) / 1000)}`,
        sunset: new Date(String(plan["sunsetAt"])).toUTCString(),
        link: "</a>; rel=x",
      },
    });
    expect((await scene.call("GET", "/v2/pets/7")).headers["deprecation"]).toBe("@1");
    await scene.wait(95);
    await scene.follow();
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await scene.call("GET", "/pets/7")).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    await scene.wait(18.05); // 13:12 of the first day with brown-outs: none
    await scene.follow();
    expect((await scene.call("GET", "/pets/7")).status).toBe(200);
    await scene.wait(1 - 0.05); // 12:00 of the second
    await scene.follow();
    const paused = await scene.call("GET", "/pets/7");
    expect(JSON.parse(paused.text)).toMatchObject({ status: 410, code: "ENDPOINT_BROWNOUT" });
    expect(paused.headers).toMatchObject({ "cache-control": "no-store", "retry-after": "900" });
    await scene.wait(6);
    await scene.follow();
    for (const path of ["/pets/7", "//pets/%37", "/x/../pets/7", "/pets%2f7", "/pets/7;a=b"]) {
      const gone = await scene.call("GET", path);
      expect([gone.status, JSON.parse(gone.text).code], path).toEqual([410, "ENDPOINT_RETIRED"]);
    }
    expect((await scene.call("POST", "/pets/7")).status).toBe(200);
  });

  it("sends on what the client said, without what belongs to its connection", async () => {
    const scene = await openScene(echo);
    const answer = await scene.call("PUT", "/any?a=b", {
      headers: {
        Connection: "close, X-Own",
        "X-Own": "1",
        "Proxy-Authorization": "Basic x",
        "X-Forwarded-For": "6.6.6.6",
        Forwarded: "for=6.6.6.6",
        "X-Real-IP": "6.6.6.6",
        TE: "trailers",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      },
      body: "höhe",
    });
    const { headers, ...seen } = JSON.parse(answer.text) as { headers: Record<string, string> };
    expect(seen).toMatchObject({ method: "PUT", url: "/any?a=b", body: "höhe" });
    expect(headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": scene.host,
      "x-forwarded-proto": "http",
      via: "1.1 lintel",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    });
    for (const name of ["x-own", "proxy-authorization", "te", "forwarded", "x-real-ip"])
      expect(headers).not.toHaveProperty(name);
    const begun = JSON.parse((await scene.call("GET", "/")).text) as {
      headers: Record<string, string>;
    };
    expect(begun.headers["traceparent"]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it("leaves out hints that it cannot read, and the length of an answer without a body", async () => {
    const scene = await openScene((incoming, response) => {
      const { socket } = incoming;
      if (incoming.url === "/empty")
        socket.write("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n");
      else {
        socket.write("HTTP/1.1 103 Early Hints\r\nLink: garbage; no\r\n\r\n");
        response.end("told");
      }
    });
    expect(await scene.call("GET", "/hints")).toMatchObject({ status: 200, text: "told" });
    const empty = await scene.call("GET", "/empty");
    expect(empty.status).toBe(204);
    expect(empty.headers).not.toHaveProperty("content-length");
  });

  it("carries trailers and expectations, streams, and joins WebSockets", async () => {
    const server = createServer((incoming, response) => {
      if (incoming.url === "/events") {
        response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
        setTimeout(() => response.end("data: 2\n\n"), 50);
        return;
      }
      response.setHeader("trailer", "x-sum");
      incoming.resume().on("end", () => {
        response.write(JSON.stringify(incoming.trailers));
        response.addTrailers({ "x-sum": "42" });
        response.end();
      });
    });
    const asked: string[] = [];
    server.on("checkContinue", (incoming, response) => {
      asked.push(String(incoming.headers.expect));
      if (incoming.url === "/refused") return response.writeHead(413).end();
      response.writeContinue();
      return server.emit("request", incoming, response);
    });
    server.on("upgrade", (_, socket) => {
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nhi ",
      );
      socket.pipe(socket);
    });
    const scene = await openScene(server);
    const place = { host: "127.0.0.1", port: scene.port, method: "POST" };
    const withTrailers = await new Promise<IncomingMessage & { text?: string }>(
      (resolve, reject) => {
        const headers = { host: scene.host, trailer: "x-end", "transfer-encoding": "chunked" };
        const sent = send({ ...place, headers }, (answer: IncomingMessage & { text?: string }) => {
          answer.on("data", (chunk) => (answer.text = (answer.text ?? "") + String(chunk)));
          answer.on("end", () => resolve(answer));
        });
        sent.on("error", reject).write("body");
        sent.addTrailers({ "x-end": "yes" });
        sent.end();
      },
    );
    expect(withTrailers.text).toBe('{"x-end":"yes"}');
    expect(withTrailers.trailers).toEqual({ "x-sum": "42" });
    for (const [path, status] of [
      ["/refused", 413],
      ["/taken", 200],
    ] as const) {
      const seen = await new Promise((resolve, reject) => {
        const headers = { host: scene.host, expect: "100-continue", "content-length": "4" };
        const sent = send({ ...place, path, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent
          .on("continue", () => sent.end("body"))
          .on("error", reject)
          .flushHeaders();
      });
      expect(seen).toBe(status);
    }
    expect(asked).toEqual(["100-continue", "100-continue"]);
    expect((await scene.call("GET", "/events")).text).toBe("data: 1\n\ndata: 2\n\n");
    const echoed = await new Promise<string>((resolve, reject) => {
      const socket = connect(scene.port, "127.0.0.1");
      let text = "";
      socket.on("error", reject).on("data", (chunk) => {
        text += String(chunk);
        if (text.endsWith("hi ")) socket.write("there");
        if (text.endsWith("there")) resolve(socket.destroy() && text);
      });
      socket.write(
        `GET /ws HTTP/1.1\r\nHost: ${scene.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n`,
      );
    });
    expect(echoed).toMatch(/^HTTP\/1\.1 101 [\s\S]*hi there$/);
  });

  it("counts calls by operation, caller and status, and what no document describes", async () => {
    const scene = await openScene((incoming, response) =>
      response.writeHead(incoming.headers["x-refuse"] === undefined ? 200 : 401).end(),
    );
    await scene.create({ autoShutdown: true });
    const call = (path: string, headers = {}) => scene.call("GET", path, { headers });
    for (let n = 0; n < 3; n++) await call("/pets/7", { "x-api-key": "partner" });
    await call("/pets/7", { "x-api-key": "partner", "x-refuse": "1" });
    await call("/pets/7", { "x-svc-scan": "a caller that hides" });
    await call("/hidden/123/x");
    await call("/hidden/124/x");
    const scan = { "x-svc-scan": "019c0000-0000-7000-8000-000000000000", "x-api-key": "scan" };
    await call("/pets/7", scan);
    await call("/hidden/125/x", { "x-svc-scan": "local-42" });
    const db = await scene.testApp.cells.eu.platform.database();
    const counted = async () =>
      (
        await sql<{ consumer: string; status: number; requests: string }>`
          select case consumer when 'anonymous' then consumer else 'known' end as consumer, status,
            requests::text from traffic_count where spec_id = ${scene.specId}
          order by requests desc, status`.execute(db)
      ).rows;
    await expect.poll(counted).toEqual([
      { consumer: "known", status: 200, requests: "3" },
      { consumer: "anonymous", status: 200, requests: "1" },
      { consumer: "anonymous", status: 401, requests: "1" },
    ]);
    const hidden = await sql`select method, path, requests::text from undocumented_call
      where environment_id = ${scene.environmentId}`.execute(db);
    expect(hidden.rows).toEqual([{ method: "get", path: "/hidden/{}/x", requests: "2" }]);
    const { usage } = await scene.read(
      `entityType=endpoint&entityId=${scene.endpointId}&includeUsage=true`,
    );
    expect(usage).toMatchObject({ totalRequests: 5, consumerCount: 2 });
  });

  it("counts a registered consumer by name, however many others come first", async () => {
    const scene = await openScene((_, response) => response.end(), { maxConsumers: 1 });
    const saved = await request(scene.testApp, {
      method: "POST",
      path: `/api/projects/${scene.projectId}/consumers`,
      key: scene.organization.owner.key,
      body: { name: "Partner", credentials: ["partner-key"] },
    });
    expect(saved.status, saved.text).toBe(200);
    await scene.follow();
    for (const key of ["invented-1", "invented-2", "partner-key"])
      await scene.call("GET", "/pets/7", { headers: { "x-api-key": key } });
    const callers = async () => {
      const { body } = await request(scene.testApp, {
        method: "GET",
        path: `/api/projects/${scene.projectId}/callers`,
        key: scene.organization.owner.key,
      });
      const items = body["items"] as unknown as { name: string | null; consumer: string }[];
      return items
        .map(({ name, consumer }) => name ?? consumer.replace(/^\w{20,}$/, "digest"))
        .toSorted();
    };
    await expect.poll(callers, { timeout: 60_000 }).toEqual(["Partner", "anonymous", "digest"]);
  });

  it("passes no TRACE on", async () => {
    let calls = 0;
    const scene = await openScene((_, response) => {
      calls += 1;
      response.end();
    });
    const refused = await scene.call("TRACE", "/pets/7");
    expect([refused.status, refused.headers["allow"]]).toEqual([
      405,
      expect.stringContaining("GET"),
    ]);
    expect(calls).toBe(0);
  });

  it("goes on without its database, but begins no end on rules of an hour ago", async () => {
    let isCut = false;
    const { testApp } = await openScene(echo);
    const source = createGatewaySource(testApp.cells.eu.platform);
    const cut = await openScene(echo, {
      source: {
        ...source,
        readStamp: async () => (isCut ? Promise.reject(new Error("cut off")) : source.readStamp()),
      },
    });
    await cut.create({ autoShutdown: true });
    await expect
      .poll(async () => (await cut.call("GET", "/pets/7")).headers["sunset"])
      .toBeDefined();
    isCut = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cut.wait(125);
    expect((await cut.call("GET", "/pets/7")).status).toBe(200);
    isCut = false;
    await expect.poll(async () => (await cut.call("GET", "/pets/7")).status).toBe(410);
    isCut = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cut.wait(1);
    expect((await cut.call("GET", "/pets/7")).status).toBe(410);
  });

  it("answers 404 without a route, and 502 where the upstream does not answer", async () => {
    const scene = await openScene((incoming) => incoming.socket.destroy());
    expect((await scene.call("GET", "/", { headers: { host: "other.test" } })).status).toBe(404);
    expect((await scene.call("POST", "/")).status).toBe(502);
    await scene.setRoute({ addresses: [{ host: scene.host, pathPrefix: "/shop" }] });
    await scene.follow();
    expect((await scene.call("GET", "/shop/../secret")).status).toBe(400);
    expect((await scene.call("GET", "/shopping")).status).toBe(404);
    await scene.setRoute({ upstreamUrl: "http://169.254.169.254/" });
    await scene.follow();
    expect((await scene.call("GET", "/")).status).toBe(502);
  });
});
