import { hold, type Fault } from "./fault.types.ts";
import { openRawLine, type RawLine } from "./raw-line.ts";
import { call, seesPrinted, startTried, type TriedServer } from "./tried-server.ts";

/**
 * The server waits a minute for a request and checks every half minute; a busy machine adds some
 * time.
 */
const cutLimitMs = 135_000;

/** Callers that connect and send nothing, almost nothing, or a part of a request. */
export const slowClients: Fault = {
  name: "slow-clients",
  title: "2,000 idle lines, dripping headers, bodies that stall",
  skipReason: async () => null,
  async run({ isShort }) {
    const tried = await startTried();
    const seen: string[] = [];
    const lines: RawLine[] = [];
    let drip: NodeJS.Timeout | undefined;
    try {
      const count = isShort ? 500 : 2000;
      // The first quarter warms up the process: its growth until then does not come from the
      // connections.
      await openIdle(tried, count / 4, lines);
      await serveOthers(tried, [], lines.length);
      const before = tried.server.memory()?.now ?? 0;
      const first = lines.length;
      await openIdle(tried, count - first, lines);
      const [dripping, stalling] = await openSlow(tried, lines);
      drip = setInterval(() => {
        for (const line of dripping) if (!line.isClosed) line.socket.write("a");
      }, 1000);
      await serveOthers(tried, seen, lines.length);
      const grown = (tried.server.memory()?.now ?? 0) - before;
      const added = lines.length - first;
      hold(grown < 200, `${added} idle lines cost ${grown} MiB.`);
      seen.push(`${added} lines, in addition to ${first}, cost ${grown} MiB`);
      if (!isShort) await waitForCuts(tried, { lines, dripping, stalling }, seen);
    } finally {
      clearInterval(drip);
      for (const { socket } of lines) socket.destroy();
      await tried.close();
    }
    return seen;
  },
};

async function openIdle({ server }: TriedServer, count: number, lines: RawLine[]): Promise<void> {
  for (let at = 0; at < count; at += 100)
    lines.push(...(await Promise.all(Array.from({ length: 100 }, () => openRawLine(server.port)))));
}

async function openSlow(
  { server, organizations }: TriedServer,
  lines: RawLine[],
): Promise<[RawLine[], RawLine[]]> {
  const dripping = await Promise.all(Array.from({ length: 20 }, () => openRawLine(server.port)));
  for (const { socket } of dripping) socket.write("GET /api/me HTTP/1.1\r\nhost: a\r\nx-slow: ");
  const stalling = await Promise.all(Array.from({ length: 20 }, () => openRawLine(server.port)));
  const key = organizations[0]?.keys.owner ?? "";
  for (const { socket } of stalling) {
    const head = `POST /api/projects HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json`;
    socket.write(`${head}\r\ncontent-length: 1000\r\n\r\n{"name":`);
  }
  lines.push(...dripping, ...stalling);
  return [dripping, stalling];
}

async function serveOthers(
  { server, organizations }: TriedServer,
  seen: string[],
  lines: number,
): Promise<void> {
  const times: number[] = [];
  for (const { keys } of organizations.slice(1)) {
    const { status, ms } = await call(server.url, keys.owner, "GET", "/api/me");
    hold(status === 200, `With ${lines} slow lines, a call is answered ${status}.`);
    times.push(ms);
  }
  seen.push(
    `${times.length} calls at the same time were served, the slowest in ${Math.max(...times)} ms`,
  );
}

interface Opened {
  readonly lines: readonly RawLine[];
  readonly dripping: readonly RawLine[];
  readonly stalling: readonly RawLine[];
}

async function waitForCuts(tried: TriedServer, opened: Opened, seen: string[]): Promise<void> {
  for (const [name, some] of Object.entries(opened)) {
    const times = await Promise.all(some.map((line: RawLine) => line.waitForClose(cutLimitMs)));
    const open = times.filter((ms) => ms === null).length;
    hold(open === 0, `${open} of ${times.length} ${name} are open after ${cutLimitMs / 1000} s.`);
    seen.push(
      `all ${times.length} ${name} were cut, the last after ${Math.max(...times.map(Number))} ms`,
    );
  }
  for (const line of opened.dripping) {
    hold(
      /^HTTP\/1.1 408 /.test(line.received()),
      `A dripping header is answered: ${line.received()}`,
    );
    hold(
      line.received().includes("REQUEST_TIMEOUT"),
      `A dripping header is answered: ${line.received()}`,
    );
  }
  hold(
    await seesPrinted(tried, /REQUEST_TIMEOUT/),
    "No line of the log says that slow callers were cut.",
  );
  const ended = tried.server.ended();
  hold(ended === null, `The process ended with ${ended}.`);
}
