import type { Socket } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";

import type { EgressErrorCode } from "../egress-error.ts";

/** A hostile server: how it treats a connection, and how a request to it must end. */
export interface HostileTarget {
  readonly name: string;
  /** The expected end of the request; 200 if it is answered. */
  readonly expected: EgressErrorCode | 200;
  /** The server continues until the request's deadline. */
  readonly endsByTimeout?: true;
  /** @param socket - that has received one request */
  attack(socket: Socket): void;
}

const head = (...lines: string[]) => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");
const chunked = "Transfer-Encoding: chunked";

/** Writes the same bytes until the other side stops reading. */
function flood(socket: Socket, piece: string | Buffer, first = ""): void {
  socket.write(first);
  const push = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", push);
  push();
}

/** Writes one piece at a time, with pauses short enough that no idle timer fires. */
function drip(socket: Socket, piece: string, first = ""): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(piece, "latin1"), 50);
  socket.on("close", () => clearInterval(timer));
}

function toChunk(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ]);
}

const zeros = Buffer.alloc(64 * 1024);
const inflated = () => Buffer.alloc(64 * 1024 * 1024);
const compressBrotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
const gzipBomb = () => gzipSync(inflated());

/** Encoded during the attack, so that only the server uses memory for it. */
const sendCoded = (coding: string, makeBody: () => Buffer) => (socket: Socket) => {
  const body = makeBody();
  socket.write(head(`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`));
  socket.write(body);
};

/** RFC 8878 §3.1.1: a frame that asks for a window of 128 MiB, and repeats one byte. */
const wideWindowFrame = () =>
  Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3]),
    ...Array.from({ length: 64 }, () => Buffer.from([0x02, 0x00, 0x10, 0x78])),
  ]);

/** Deflate blocks without content: endless input without output. */
const emptyBlocks = Buffer.concat(
  Array.from({ length: 8192 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])),
);

export const hostileTargets: readonly HostileTarget[] = [
  {
    name: "a body without end",
    expected: "BODY_TOO_LARGE",
    attack: (socket) => flood(socket, toChunk(zeros), head(chunked)),
  },
  {
    name: "a body without end and length",
    expected: "BODY_TOO_LARGE",
    attack: (socket) => flood(socket, zeros, head("Connection: close")),
  },
  {
    name: "a body of one gigabyte, announced",
    expected: "BODY_TOO_LARGE",
    attack: (socket) => flood(socket, zeros, head("Content-Length: 1073741824")),
  },
  {
    name: "a body of single bytes",
    expected: "BODY_TOO_LARGE",
    attack: (socket) => flood(socket, "1\r\nx\r\n".repeat(10_000), head(chunked)),
  },
  {
    name: "headers without end",
    expected: "HEADERS_TOO_LARGE",
    attack: (socket) => flood(socket, "x-name: value\r\n".repeat(1000), "HTTP/1.1 200 OK\r\n"),
  },
  {
    name: "one header without end",
    expected: "HEADERS_TOO_LARGE",
    attack: (socket) => flood(socket, "v".repeat(65_536), "HTTP/1.1 200 OK\r\nx-name: "),
  },
  {
    name: "one header name without end",
    expected: "HEADERS_TOO_LARGE",
    attack: (socket) => flood(socket, "n".repeat(65_536), "HTTP/1.1 200 OK\r\n"),
  },
  {
    name: "trailers without end",
    expected: "HEADERS_TOO_LARGE",
    attack: (socket) =>
      flood(socket, "x-name: value\r\n".repeat(1000), `${head(chunked)}1\r\nx\r\n0\r\n`),
  },
  {
    name: "a reason phrase without end",
    expected: "HEADERS_TOO_LARGE",
    attack: (socket) => flood(socket, "r".repeat(65_536), "HTTP/1.1 200 "),
  },
  {
    name: "a chunk extension without end",
    expected: "BODY_TOO_LARGE",
    attack: (socket) => flood(socket, "e".repeat(65_536), `${head(chunked)}1;`),
  },
  {
    name: "empty lines without end",
    expected: "HEADERS_TOO_LARGE",
    attack: (socket) => flood(socket, "\r\n".repeat(10_000)),
  },
  {
    name: "100 Continue without end",
    expected: "PROTOCOL_ERROR",
    attack: (socket) => flood(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
  },
  {
    name: "103 Early Hints without end",
    expected: "HEADERS_TOO_LARGE",
    attack: (socket) => flood(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(100)),
  },
  {
    name: "an upgrade that was not requested",
    expected: "PROTOCOL_ERROR",
    attack: (socket) =>
      socket.write("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
  },
  {
    name: "a gzip bomb",
    expected: "BODY_TOO_LARGE",
    attack: sendCoded("gzip", gzipBomb),
  },
  {
    name: "a deflate bomb",
    expected: "BODY_TOO_LARGE",
    attack: sendCoded("deflate", () => deflateSync(inflated())),
  },
  {
    name: "a Brotli bomb",
    expected: "BODY_TOO_LARGE",
    attack: sendCoded("br", () => compressBrotli(inflated())),
  },
  {
    name: "a Zstandard bomb",
    expected: "BODY_TOO_LARGE",
    attack: sendCoded("zstd", () => zstdCompressSync(inflated())),
  },
  {
    name: "a Zstandard window of 128 MiB",
    expected: "DECODE_FAILED",
    attack: sendCoded("zstd", wideWindowFrame),
  },
  {
    name: "a gzip bomb inside gzip",
    expected: "BODY_TOO_LARGE",
    attack: sendCoded("gzip, gzip", () => gzipSync(gzipBomb())),
  },
  {
    name: "a gzip bomb inside Brotli",
    expected: "BODY_TOO_LARGE",
    attack: sendCoded("gzip, br", () => compressBrotli(gzipBomb())),
  },
  {
    name: "three codings",
    expected: "DECODE_FAILED",
    attack: sendCoded("gzip, gzip, gzip", () => gzipSync(gzipSync(gzipBomb()))),
  },
  {
    name: "an encoded body of endless empty blocks",
    expected: "BODY_TOO_LARGE",
    attack: (socket) =>
      flood(socket, toChunk(emptyBlocks), head("Content-Encoding: deflate", chunked)),
  },
  {
    name: "an encoded body that is broken",
    expected: "DECODE_FAILED",
    attack: sendCoded("gzip", () => Buffer.from("a body that is not gzip")),
  },
  {
    name: "an encoded body that is cut off",
    expected: "DECODE_FAILED",
    attack: sendCoded("gzip", () => gzipSync("text ".repeat(1000)).subarray(0, 30)),
  },
  {
    name: "silence",
    expected: "TIMEOUT",
    endsByTimeout: true,
    attack: () => {},
  },
  {
    name: "headers that drip",
    expected: "TIMEOUT",
    endsByTimeout: true,
    attack: (socket) => drip(socket, "x: y\r\n", "HTTP/1.1 200 OK\r\n"),
  },
  {
    name: "a body that drips",
    expected: "TIMEOUT",
    endsByTimeout: true,
    attack: (socket) => drip(socket, "1\r\nx\r\n", head(chunked)),
  },
  {
    name: "an encoded body that drips",
    expected: "TIMEOUT",
    endsByTimeout: true,
    attack: (socket) =>
      drip(socket, "5\r\n\0\0\0\xff\xff\r\n", head("Content-Encoding: deflate", chunked)),
  },
  {
    name: "a redirect whose body drips",
    expected: "TIMEOUT",
    endsByTimeout: true,
    attack: (socket) =>
      drip(socket, "1\r\nx\r\n", `HTTP/1.1 302 Found\r\nLocation: /\r\n${chunked}\r\n\r\n`),
  },
  {
    name: "redirects in a circle",
    expected: "TOO_MANY_REDIRECTS",
    attack: (socket) =>
      socket.write("HTTP/1.1 302 Found\r\nLocation: ?\r\nContent-Length: 0\r\n\r\n"),
  },
  {
    name: "a reset in the middle of the body",
    expected: "CONNECTION_CLOSED",
    attack: (socket) => {
      socket.write(`${head("Content-Length: 100")}half`, () => socket.resetAndDestroy());
    },
  },
  {
    name: "an end in the middle of the body",
    expected: "CONNECTION_CLOSED",
    attack: (socket) => socket.end(`${head("Content-Length: 100")}half`),
  },
  {
    name: "an end in the middle of a chunk",
    expected: "CONNECTION_CLOSED",
    attack: (socket) => socket.end(`${head(chunked)}ff\r\nhalf`),
  },
  {
    name: "an end without an answer",
    expected: "CONNECTION_CLOSED",
    attack: (socket) => socket.end(),
  },
  {
    name: "garbage",
    expected: "PROTOCOL_ERROR",
    attack: (socket) => socket.write("SSH-2.0-OpenSSH_9.9\r\n"),
  },
  {
    name: "binary garbage",
    expected: "PROTOCOL_ERROR",
    attack: (socket) => socket.write(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))),
  },
  {
    name: "two lengths",
    expected: "PROTOCOL_ERROR",
    attack: (socket) => socket.write(head("Content-Length: 1", "Content-Length: 2")),
  },
  {
    name: "a length and chunks",
    expected: "PROTOCOL_ERROR",
    attack: (socket) => socket.write(`${head("Content-Length: 1", chunked)}0\r\n\r\n`),
  },
  {
    name: "a chunk size that overflows",
    expected: "PROTOCOL_ERROR",
    attack: (socket) => socket.write(`${head(chunked)}fffffffffffffffff\r\n`),
  },
  {
    name: "invalid UTF-8",
    expected: 200,
    attack: (socket) =>
      socket.write(
        Buffer.from(`${head("X-Name: \xff\xfe\xc0", "Content-Length: 3")}\xff\xc0\x80`, "latin1"),
      ),
  },
  {
    name: "a second answer that was not requested",
    expected: 200,
    attack: (socket) => socket.write(`${head("Content-Length: 0")}${head("Content-Length: 0")}`),
  },
];
