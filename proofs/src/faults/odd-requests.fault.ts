import { hold, type Fault } from "./fault.types.ts";
import { openRawLine } from "./raw-line.ts";
import { call, seesPrinted, startTried, type TriedServer } from "./tried-server.ts";

/** Headers and bodies over the limits, and bodies that break off. */
export const oddRequests: Fault = {
  name: "odd-requests",
  title: "a header of 100 kB, bodies over the limit, bodies that break off",
  skipReason: async () => null,
  async run({ isShort }) {
    const tried = await startTried();
    const seen: string[] = [];
    try {
      await sendLargeHeader(tried, seen);
      await sendLargeBodies(tried, seen);
      await breakBodies(tried, isShort ? 100 : 1000, seen);
      const { status } = await call(
        tried.server.url,
        tried.organizations[2]?.keys.owner ?? "",
        "GET",
        "/api/me",
      );
      hold(status === 200, `A call after all that is answered ${status}.`);
      const errors = tried.server
        .printed()
        .split("\n")
        .filter((line) => line.startsWith('{"level":50'));
      hold(errors.length === 0, `The log calls that errors of its own: ${errors[0]}`);
      seen.push(`at most ${tried.server.memory()?.most ?? 0} MiB`);
    } finally {
      await tried.close();
    }
    return seen;
  },
};

async function sendLargeHeader(tried: TriedServer, seen: string[]): Promise<void> {
  const line = await openRawLine(tried.server.port);
  line.socket.write(`GET /api/me HTTP/1.1\r\nhost: a\r\nx-large: ${"a".repeat(100_000)}\r\n\r\n`);
  const ms = await line.waitForClose(10_000);
  hold(ms !== null, "A header of 100 kB keeps its line open for 10 s.");
  const text = line.received();
  hold(
    /^HTTP\/1.1 431 /.test(text) && text.includes("application/problem+json"),
    `A header of 100 kB is answered: ${text}`,
  );
  hold(text.includes("HEADERS_TOO_LARGE"), `A header of 100 kB is answered: ${text}`);
  hold(
    await seesPrinted(tried, /HPE_HEADER_OVERFLOW/),
    "No line of the log says that a header was too large.",
  );
  seen.push(`a header of 100 kB: 431, line closed after ${ms} ms`);
}

async function sendLargeBodies(tried: TriedServer, seen: string[]): Promise<void> {
  const { server, organizations } = tried;
  const key = organizations[0]?.keys.owner ?? "";
  const text = "x".repeat(6 * 1024 * 1024);
  const sized = await call(server.url, key, "POST", "/api/projects", { name: text });
  hold(
    sized.status === 413 && sized.body["code"] === "PAYLOAD_TOO_LARGE",
    `6 MiB are answered ${sized.status}.`,
  );
  const line = await openRawLine(server.port);
  const head = `POST /api/projects HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json`;
  line.socket.write(`${head}\r\ntransfer-encoding: chunked\r\n\r\n`);
  const chunk = "a".repeat(64 * 1024);
  // Without an announced length, the limit is reached during the transfer; this bounds what is sent
  // after it.
  for (let at = 0; at < 320 && !line.isClosed && line.received() === ""; at += 1) {
    line.socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  line.socket.destroy();
  hold(
    /^HTTP\/1.1 413 /.test(line.received()),
    `20 MiB in chunks are answered: ${line.received()}`,
  );
  hold(await seesPrinted(tried, /"status":413/), "No line of the log says 413.");
  seen.push("bodies of 6 MiB and of 20 MiB in chunks: 413");
}

async function breakBodies(
  { server, organizations }: TriedServer,
  count: number,
  seen: string[],
): Promise<void> {
  for (let at = 0; at < count; at += 50) {
    const lines = await Promise.all(Array.from({ length: 50 }, () => openRawLine(server.port)));
    for (const [place, { socket }] of lines.entries()) {
      const key = organizations[(at + place) % organizations.length]?.keys.admin ?? "";
      const head = `POST /api/projects HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json`;
      socket.write(`${head}\r\ncontent-length: 1000\r\n\r\n{"name":"never`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { socket } of lines) socket.resetAndDestroy();
  }
  const key = organizations[1]?.keys.owner ?? "";
  const { body } = await call(server.url, key, "GET", "/api/projects?take=100");
  hold(!JSON.stringify(body).includes("never"), "An incomplete body was accepted.");
  seen.push(`${count} bodies that broke off changed nothing`);
}
