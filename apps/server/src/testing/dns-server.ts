import { createSocket } from "node:dgram";
import { once } from "node:events";
import { decode, encode } from "dns-packet";

/** A DNS server on loopback that knows TXT records, for tests. */
export interface TestDnsServer {
  /** `address:port`. */
  readonly address: string;
  /** The texts of each name. A name without an entry does not exist. */
  readonly records: Map<string, string[]>;
  /** Whether it answers that it failed. */
  isFailing: boolean;
  close(): void;
}

const nameError = 3;
const serverFailure = 2;

export async function startDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: TestDnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: new Map(),
    isFailing: false,
    close: () => void socket.close(),
  };
  socket.on("message", (message, from) => {
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name ?? "";
    const texts = server.records.get(name.toLowerCase());
    const code = server.isFailing ? serverFailure : texts === undefined ? nameError : 0;
    const answers = (code === 0 ? (texts ?? []) : []).map((text) => ({
      type: "TXT" as const,
      name,
      ttl: 0,
      // A text longer than 255 bytes is sent in parts.
      data: text.match(/.{1,200}/g) ?? [],
    }));
    socket.send(
      encode({ type: "response", id, flags: code, questions, answers }),
      from.port,
      from.address,
    );
  });
  return server;
}
