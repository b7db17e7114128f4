import { createConnection, type Socket } from "node:net";

/** A connection to which the proof writes raw bytes. */
export interface RawLine {
  readonly socket: Socket;
  received(): string;
  readonly isClosed: boolean;
  /** Resolves with the time until the end in ms, or with null if the connection is still open. */
  waitForClose(limitMs: number): Promise<number | null>;
}

export async function openRawLine(port: number): Promise<RawLine> {
  const socket = createConnection({ host: "127.0.0.1", port });
  let received = "";
  let isClosed = false;
  const began = performance.now();
  socket
    .setEncoding("latin1")
    .on("data", (text: string) => (received = (received + text).slice(0, 100_000)));
  // A reset also ends the connection.
  socket.on("error", () => {});
  const closed = new Promise<number>((resolve) => {
    socket.once("close", () => {
      isClosed = true;
      resolve(Math.round(performance.now() - began));
    });
  });
  await Promise.race([new Promise((resolve) => socket.once("connect", resolve)), closed]);
  return {
    socket,
    received: () => received,
    get isClosed() {
      return isClosed;
    },
    async waitForClose(limitMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, limitMs, null);
      });
      return Promise.race([closed, late]).finally(() => clearTimeout(timer));
    },
  };
}
