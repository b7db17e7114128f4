import { createServer as createTcp, connect, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDeprecationScenes } from "../../features/deprecations/deprecation.testing.ts";
import { openGatewayScene, type GatewayScene } from "./gateway.testing.ts";

/** What the upstream received, byte for byte, by connection. */
let received = new Map<Socket, string>();
let recorder: Server;
let scene: GatewayScene;

beforeAll(async () => {
  recorder = createTcp((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const text = (received.get(socket) ?? "") + chunk.toString("latin1");
      received.set(socket, text);
      if (isWhole(text))
        socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
    });
  });
  recorder.listen(0, "127.0.0.1");
  await new Promise((resolve) => recorder.once("listening", resolve));
  const { port } = recorder.address() as AddressInfo;
  scene = await openGatewayScene((_, response) => response.end());
  await scene.setRoute({ upstreamUrl: `http://127.0.0.1:${port}` });
  await scene.follow();
});

afterAll(async () => {
  await scene.close();
  recorder.close();
  await closeDeprecationScenes();
});

/** Whether a plain reading of RFC 9112 finds the end of the request. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  if (/^transfer-encoding:/im.test(head)) return /(?:^|\r\n)0\r\n(?:[^\r\n]+\r\n)*\r\n$/.test(body);
  return body.length >= Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

/** Sends bytes, and waits until the gateway has nothing more to say or to pass on. */
async function sendRaw(bytes: string): Promise<{ answer: string; requests: string[] }> {
  received = new Map();
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(scene.port, "127.0.0.1");
    let text = "";
    let timer = setTimeout(() => socket.destroy(), 400);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), 250);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.write(Buffer.from(bytes, "latin1"));
  });
  return { answer, requests: [...received.values()] };
}

const inner = "GET /evil HTTP/1.1\r\nHost: H\r\n\r\n";
const post = (fields: string, body = "", version = "1.1") =>
  `POST /outer HTTP/${version}\r\nHost: H\r\n${fields}\r\n${body}`;
const chunked = "Transfer-Encoding: chunked\r\n";
const nothing = "0\r\n\r\n";

/** What must not reach the upstream, or only as the request to /outer: the text /evil is its body. */
const forms: readonly (readonly [name: string, bytes: string])[] = [
  [
    "CL.TE",
    post(`Content-Length: ${nothing.length + inner.length}\r\n${chunked}`, nothing + inner),
  ],
  [
    "TE.CL",
    post(
      `${chunked}Content-Length: 4\r\n`,
      `${inner.length.toString(16)}\r\n${inner}\r\n${nothing}`,
    ),
  ],
  ["CL.CL that differ", post(`Content-Length: 0\r\nContent-Length: ${inner.length}\r\n`, inner)],
  [
    "CL.CL that agree",
    post(`Content-Length: ${inner.length}\r\nContent-Length: ${inner.length}\r\n`, inner),
  ],
  ...[
    "0, 30",
    "+30",
    "-1",
    "0x1e",
    "3e1",
    "30 30",
    "30,30",
    "1_0",
    "30\u000b",
    "\u000c30",
    "٣",
    "30.0",
    "18446744073709551646",
    "00000000000000000000030",
    "'30'",
    "",
    " ",
    "30;x",
  ].map(
    (length) =>
      [
        `Content-Length: ${JSON.stringify(length)}`,
        post(`Content-Length: ${length}\r\n`, inner),
      ] as const,
  ),
  ...[
    "chunked, identity",
    "identity",
    "identity, chunked",
    "gzip, chunked",
    "chunked, chunked",
    "xchunked",
    "chunked;q=1",
    "\u000bchunked",
    "chunked\u0000",
    '"chunked"',
    "chunk ed",
    "cow",
    "",
    ",chunked",
    "chunked,",
  ].map(
    (coding) =>
      [
        `Transfer-Encoding: ${JSON.stringify(coding)}`,
        post(
          `Transfer-Encoding: ${coding}\r\nContent-Length: ${nothing.length}\r\n`,
          nothing + inner,
        ),
      ] as const,
  ),
  [
    "two Transfer-Encoding",
    post(`${chunked}Transfer-Encoding: identity\r\n`, nothing + inner.repeat(0)),
  ],
  [
    "a space before the colon",
    post(
      `Transfer-Encoding : chunked\r\nContent-Length: ${nothing.length + inner.length}\r\n`,
      nothing + inner,
    ),
  ],
  ["a tab before the colon", post(`Content-Length\t: 0\r\n`, inner)],
  [
    "a folded field",
    post(`Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n`, nothing + inner),
  ],
  [
    "a first field that is folded",
    `POST /outer HTTP/1.1\r\n Transfer-Encoding: chunked\r\nHost: H\r\n\r\n${nothing}${inner}`,
  ],
  [
    "a name with a line feed",
    post(`X: y\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n`, nothing + inner),
  ],
  [
    "a value with a carriage return",
    post(`X: y\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n`, nothing + inner),
  ],
  ["a field with NUL", post(`X: a\u0000b\r\nContent-Length: 0\r\n`, "")],
  ["an empty name", post(`: x\r\nContent-Length: 0\r\n`, "")],
  ["a name with brackets", post(`Content-Length[]: 5\r\n`, "")],
  [
    "line feeds alone",
    `POST /outer HTTP/1.1\nHost: H\nContent-Length: 0\n\n${inner}`.replace(inner, ""),
  ],
  ["a chunk size with a sign", post(chunked, `+5\r\nhello\r\n${nothing}`)],
  ["a chunk size with 0x", post(chunked, `0x5\r\nhello\r\n${nothing}`)],
  ["a chunk size with a space", post(chunked, `5 \r\nhello\r\n${nothing}`)],
  ["a chunk size that overflows", post(chunked, `10000000000000005\r\nhello\r\n${nothing}`)],
  ["a negative chunk size", post(chunked, `-1\r\n${nothing}`)],
  ["no chunk size", post(chunked, `\r\nhello\r\n${nothing}`)],
  ["a chunk that ends with a line feed", post(chunked, `5\nhello\n0\n\n`)],
  ["a chunk that is longer than it says", post(chunked, `5\r\nhelloXX\r\n${nothing}`)],
  ["an extension with a line feed", post(chunked, `5;a\nb\r\nhello\r\n${nothing}`)],
  ["an extension with a quoted line break", post(chunked, `5;a="\r\n"\r\nhello\r\n${nothing}`)],
  ["an end with a line feed", post(chunked, `5\r\nhello\r\n0\n\r\n`)],
  ["a trailer that frames", post(chunked, `5\r\nhello\r\n0\r\nContent-Length: 50\r\n\r\n`)],
  ["a trailer without a colon", post(chunked, `5\r\nhello\r\n0\r\nGET /evil HTTP/1.1\r\n\r\n`)],
  ["chunks in HTTP/1.0", post(`${chunked}Connection: keep-alive\r\n`, nothing, "1.0")],
  [
    "Connection that names Content-Length",
    post(`Connection: Content-Length\r\nContent-Length: ${inner.length}\r\n`, inner),
  ],
  ["Connection that names Host", post(`Connection: Host, close\r\nContent-Length: 0\r\n`, "")],
  [
    "Connection that names Transfer-Encoding",
    post(`Connection: Transfer-Encoding\r\n${chunked}`, `5\r\nhello\r\n${nothing}`),
  ],
  ["two Hosts", post("Host: other\r\nContent-Length: 0\r\n")],
  ["no Host", `POST /outer HTTP/1.1\r\nContent-Length: 0\r\n\r\n`],
  ["a Host with a path", `GET /outer HTTP/1.1\r\nHost: H/evil\r\n\r\n`],
  ["a Host with a user", `GET /outer HTTP/1.1\r\nHost: a@H\r\n\r\n`],
  ["an absolute target of another host", `GET http://other/evil HTTP/1.1\r\nHost: H\r\n\r\n`],
  ["a target with a space", `GET /outer /evil HTTP/1.1\r\nHost: H\r\n\r\n`],
  ["a target with a fragment", `GET /outer#/evil HTTP/1.1\r\nHost: H\r\n\r\n`],
  ["a target without a slash", `GET evil HTTP/1.1\r\nHost: H\r\n\r\n`],
  ["a target with a tab", `GET /outer\t/evil HTTP/1.1\r\nHost: H\r\n\r\n`],
  ["HTTP/0.9", `GET /evil\r\n`],
  ["HTTP/2.0 in text", `GET /evil HTTP/2.0\r\nHost: H\r\n\r\n`],
  ["HTTP/1.2", `GET /evil HTTP/1.2\r\nHost: H\r\n\r\n`],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  [
    "an upgrade to h2c",
    `GET /outer HTTP/1.1\r\nHost: H\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  ],
  [
    "an upgrade with a body",
    `GET /outer HTTP/1.1\r\nHost: H\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
  ],
  [
    "a GET with a body",
    `GET /outer HTTP/1.1\r\nHost: H\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
  ],
  ["CONNECT", `CONNECT evil:80 HTTP/1.1\r\nHost: H\r\n\r\n`],
  ["another expectation", post(`Expect: 200-ok\r\nContent-Length: 0\r\n`)],
  ["a method with a line break", `GET\r\n /evil HTTP/1.1\r\nHost: H\r\n\r\n`],
  ["spaces before the method", ` GET /evil HTTP/1.1\r\nHost: H\r\n\r\n`],
];

describe("requests that servers read in different ways", () => {
  it("are at least sixty", () => expect(forms.length).toBeGreaterThanOrEqual(60));

  it.each(forms)("%s", async (_, bytes) => {
    const { answer, requests } = await sendRaw(bytes.replaceAll(/\bH(?=[\r\n/])/g, scene.host));
    // Each connection carries one whole request as RFC 9112 reads it, or the beginning of one that was broken off.
    for (const text of requests) {
      const [line = ""] = text.split("\r\n", 1);
      expect(line).toMatch(/^(?:GET|POST) \/outer HTTP\/1\.1$/);
      const head = text.slice(0, text.indexOf("\r\n\r\n"));
      expect(head).not.toMatch(/[^\r]\n|\r[^\n]|\0/);
      const framing = head.match(/^(?:content-length|transfer-encoding):.*$/gim) ?? [];
      expect(framing.length, head).toBeLessThanOrEqual(1);
      expect(framing.join("")).toMatch(/^(?:content-length: \d+|transfer-encoding: chunked)?$/i);
      const body = text.slice(head.length + 4);
      const length = /^content-length: (\d+)$/im.exec(head)?.[1];
      if (framing.length === 0) expect(body).toBe("");
      else if (length !== undefined) expect(body.length).toBeLessThanOrEqual(Number(length));
    }
    // A second request on the client's connection would be answered as well.
    const answers = answer.match(/HTTP\/1\.1 \d{3}/g) ?? [];
    const passed = requests.filter(isWhole).length;
    expect(passed).toBeLessThanOrEqual(1);
    expect(answers.filter((one) => one.endsWith("200")).length).toBeLessThanOrEqual(passed);
  });
});
