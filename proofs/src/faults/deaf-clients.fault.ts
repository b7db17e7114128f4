import { hold, type Fault } from "./fault.types.ts";
import { openRawLine } from "./raw-line.ts";
import { call, startTried, type TriedServer } from "./tried-server.ts";

const lines = 50;
/** Two minutes without traffic, checked by the timer of the socket. */
const cutLimitMs = 260_000;

/** Callers that request large responses and never read them. */
export const deafClients: Fault = {
  name: "deaf-clients",
  title: "clients that never read their responses",
  skipReason: async () => null,
  async run({ isShort }) {
    const tried = await startTried();
    const seen: string[] = [];
    const { server, organizations } = tried;
    try {
      const path = await makeLargeSuite(tried);
      const before = server.memory()?.now ?? 0;
      const deaf = await Promise.all(Array.from({ length: lines }, () => openRawLine(server.port)));
      for (const [at, { socket }] of deaf.entries()) {
        socket.pause();
        const key = organizations[0]?.keys[at % 2 === 0 ? "owner" : "admin"] ?? "";
        // Several in a row, which is more than the buffers of the system hold.
        for (let turn = 0; turn < 2; turn += 1)
          socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n`);
      }
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const answer = await call(server.url, organizations[1]?.keys.owner ?? "", "GET", "/api/me");
      hold(
        answer.status === 200,
        `With ${lines} deaf clients, a call is answered ${answer.status}.`,
      );
      const grown = (server.memory()?.now ?? 0) - before;
      hold(grown < 900, `${lines} deaf clients cost ${grown} MiB.`);
      seen.push(
        `${lines} deaf clients cost ${grown} MiB; a call at the same time took ${answer.ms} ms`,
      );
      if (!isShort) await waitForCuts(tried, seen);
      for (const { socket } of deaf) socket.destroy();
    } finally {
      await tried.close();
    }
    return seen;
  },
};

/** A suite whose file has 4 MB or so. */
async function makeLargeSuite({ server, organizations }: TriedServer): Promise<string> {
  const [first] = organizations;
  const key = first?.keys.owner ?? "";
  const path = `/api/projects/${first?.ids.project}/suites/${first?.ids.suite}`;
  for (let at = 0; at < 40; at += 1) {
    const request = {
      method: "POST",
      url: "/ok",
      body: { type: "text", text: "x".repeat(100_000) },
    };
    const { status } = await call(server.url, key, "POST", `${path}/cases`, {
      name: `Large ${at}`,
      request,
    });
    hold(status === 201, `A large case is answered ${status}.`);
  }
  return `${path}/file`;
}

async function waitForCuts({ server }: TriedServer, seen: string[]): Promise<void> {
  const began = performance.now();
  // A paused reader is not notified of the end, but the log of the server reports it.
  for (;;) {
    const cut = server
      .printed()
      .split("\n")
      .filter((line) => line.includes("silent line was cut")).length;
    const spent = performance.now() - began;
    if (cut >= lines) {
      seen.push(`all were cut within ${Math.round(spent / 1000)} s, with a line of the log each`);
      return;
    }
    hold(
      spent < cutLimitMs,
      `${cut} of ${lines} deaf clients were cut within ${cutLimitMs / 1000} s.`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
