import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeDeprecationScenes } from "../../features/deprecations/deprecation.testing.ts";
import { listenAnywhere, openGatewayScene, type GatewayScene } from "./gateway.testing.ts";

/** What the upstream does with a request, of which it knows the text so far. */
type Act = (socket: Socket, text: string) => void;

const silent: Act = () => {};
let act: Act = silent;
let requests: string[] = [];
let upstream: Server;
let scene: GatewayScene;

beforeAll(async () => {
  upstream = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      requests.push(chunk.toString("latin1"));
      act(socket, chunk.toString("latin1"));
    });
  });
  const port = await listenAnywhere(upstream as never);
  const upstreamTimeouts = { headersMs: 1500, bodyMs: 1500 };
  scene = await openGatewayScene((_, response) => response.end(), {
    upstreamTimeouts,
    now: Date.now,
  });
  await scene.setRoute({ upstreamUrl: `http://127.0.0.1:${port}` });
  await scene.follow();
});

beforeEach(recover);

/** Waits until calls are sent on again after several have failed. */
async function recover(): Promise<void> {
  act = (socket) => socket.end(answer("told"));
  await expect.poll(() => exchange(get("/pets/7", closing))).toMatch(/told$/);
  requests = [];
  act = silent;
}

afterAll(async () => {
  await scene.close();
  upstream.close();
  await closeDeprecationScenes();
});

/** Sends bytes and collects those of the answers, until the connection ends or the text is complete. */
function exchange(
  bytes: string,
  isWhole: (text: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(scene.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (isWhole(text)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

const get = (path: string, more = "") =>
  `GET ${path} HTTP/1.1\r\nHost: ${scene.host}\r\n${more}\r\n`;
const post = (path: string, body: string, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: ${scene.host}\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
const closing = "Connection: close\r\n";
const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe("a gateway in front of an upstream that hangs", () => {
  it("answers 504 where no answer begins, also to a body that waits for leave", async () => {
    const late = await exchange(get("/pets/7", closing));
    expect(late).toMatch(/^HTTP\/1\.1 504 [\s\S]*UPSTREAM_TIMEOUT/);
    const waiting = await exchange(post("/pets/7", "body", `Expect: 100-continue\r\n${closing}`));
    expect(waiting).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 504 /);
    expect(requests.join("")).toContain("body");
  });

  it("breaks off an answer that stops in its fields or in its body", async () => {
    act = (socket) => socket.write("HTTP/1.1 200 OK\r\nX-Half: ");
    expect(await exchange(get("/pets/7", closing))).toMatch(/^HTTP\/1\.1 504 /);
    act = (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    const half = await exchange(get("/pets/7"));
    expect(half).toMatch(/content-length: 10\r\n[\s\S]*\r\n\r\nhalf$/);
    const special = await exchange(post("/pets/7", "body", "Expect: 100-continue\r\n"));
    expect(special).toMatch(/content-length: 10\r\n[\s\S]*\r\n\r\nhalf$/);
  });
});

describe("a gateway in front of an upstream that lies about lengths", () => {
  it("passes a body that is too short on as broken off", async () => {
    act = (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfour");
    expect(await exchange(get("/pets/7"))).toMatch(/\r\n\r\nfour$/);
    act = (socket) =>
      socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n");
    const chunked = await exchange(get("/pets/7"));
    expect(chunked).toContain("four");
    expect(chunked).not.toContain("\r\n0\r\n");
  });

  it("lets nothing of a body that is too long into the next answer", async () => {
    act = (socket) =>
      socket.write(
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfourHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nevil!",
      );
    const first = await exchange(get("/pets/1"), (text) => text.endsWith("four"));
    expect(first).toMatch(/\r\n\r\nfour$/);
    act = (socket) => socket.end(answer("plain"));
    const second = await exchange(get("/pets/2"), (text) => /(?:plain|evil!)$/.test(text));
    expect(second).toMatch(/plain$/);
  });

  it("gives a client one length alone", async () => {
    const forms = [
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfiver\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\nfiver\r\n0\r\n\r\n",
      "Content-Length: 5\r\nContent-Length: 3\r\n\r\nfiver",
      "Content-Length: 5, 3\r\n\r\nfiver",
      "Content-Length: +5\r\n\r\nfiver",
      "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nfiver\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nfiver\r\n0\r\n\r\n",
    ];
    for (const form of forms) {
      await recover();
      act = (socket) => socket.end(`HTTP/1.1 200 OK\r\n${form}`);
      const text = await exchange(get("/pets/7", closing));
      // An answer that is broken before its first byte was sent on ends with the connection.
      if (text === "") continue;
      const lengths = text.match(/^(?:content-length|transfer-encoding): .*$/gim) ?? [];
      expect(lengths.length, `${form}\n${text}`).toBe(1);
      const [, named] = /content-length: (\d+)/i.exec(text) ?? [];
      const body = text.slice(text.indexOf("\r\n\r\n") + 4);
      if (named !== undefined) expect(body.length, form).toBe(Number(named));
    }
  });
});

describe("a gateway in front of an upstream that closes kept connections", () => {
  /** The second request on a connection ends it without an answer. */
  const closeSecond = () => {
    const seen = new Set<Socket>();
    act = (socket, text) => {
      if (!text.startsWith("GET") && !text.startsWith("POST")) return;
      if (seen.has(socket)) socket.destroy();
      else socket.write(answer("told"));
      seen.add(socket);
    };
  };
  const isTold = (text: string) => text.endsWith("told") || text.includes("UPSTREAM_FAILED");

  it("sends a call that changes nothing again, once, and no other", async () => {
    closeSecond();
    for (let n = 0; n < 4; n++) expect(await exchange(get(`/pets/${n}`), isTold)).toMatch(/told$/);
    act = (socket) => socket.destroy();
    expect(await exchange(get("/pets/none"), isTold)).toMatch(/^HTTP\/1\.1 502 /);
    expect(requests.filter((text) => text.startsWith("GET /pets/none")).length).toBeLessThan(3);
    await recover();
    closeSecond();
    const statuses: string[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await exchange(post(`/pets/${n}`, "x"), isTold)).slice(9, 12));
    const sent = requests.join("").match(/POST \/pets\/\d/g) ?? [];
    expect(new Set(sent).size).toBe(sent.length);
    expect(statuses).toContain("200");
  });
});

describe("a gateway between a client and its upstream", () => {
  it("asks a client of HTTP/1.0 for nothing", async () => {
    act = (socket) => socket.end(answer("told"));
    const text = await exchange(
      `POST /pets/7 HTTP/1.0\r\nHost: ${scene.host}\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\nx`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(requests.join("")).not.toMatch(/^expect:/im);
  });

  it("continues one trace, or begins one without the state of another", async () => {
    act = (socket) => socket.end(answer("told"));
    const [trace, other] = ["a", "b"].map(
      (digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`,
    );
    const send = async (fields: string) => {
      requests = [];
      await exchange(get("/pets/7", fields + closing));
      return requests.join("").match(/^trace(?:parent|state): .*$/gim) ?? [];
    };
    expect(await send(`traceparent: ${trace}\r\ntracestate: a=1\r\ntracestate: b=2\r\n`)).toEqual([
      `traceparent: ${trace}`,
      "tracestate: a=1",
      "tracestate: b=2",
    ]);
    expect(await send(`traceparent: ${trace}\r\ntraceparent: ${other}\r\n`)).toHaveLength(1);
    for (const broken of ["00-0-0-01", `${trace}-more`, trace?.replace("00-", "ff-")]) {
      const begun = await send(`traceparent: ${broken}\r\ntracestate: a=1\r\n`);
      expect(begun).toEqual([
        expect.stringMatching(/^traceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
      ]);
    }
  });

  it("counts the hops that OPTIONS has left", async () => {
    act = (socket) => socket.end(answer("told"));
    const options = (hops: number) =>
      get("/pets/7", `Max-Forwards: ${hops}\r\n${closing}`).replace("GET", "OPTIONS");
    expect(await exchange(options(3))).toMatch(/told$/);
    expect(requests.join("")).toMatch(/^max-forwards: 2\r$/im);
    requests = [];
    expect(await exchange(options(0))).toMatch(/^HTTP\/1\.1 204 [\s\S]*allow: GET/i);
    expect(requests).toEqual([]);
  });
});
