import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";

/** The effect of the proxy on all traffic. */
export type ProxyMode =
  | { readonly kind: "pass" }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "stall" }
  | { readonly kind: "refuse" };

/** A proxy between the product and its database server. */
export interface DatabaseProxy {
  readonly url: string;
  set(mode: ProxyMode): void;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const behind = new URL(databaseUrl);
  let mode: ProxyMode = { kind: "pass" };
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const carry = (from: Socket, to: Socket): void => {
    let last = Promise.resolve();
    from.on("data", (bytes) => {
      // In order, although each waits for a different time.
      last = last.then(async () => {
        if (mode.kind === "stall") await new Promise<void>((resolve) => held.push(resolve));
        const now = mode;
        if (now.kind === "delay") await new Promise((resolve) => setTimeout(resolve, now.ms));
        if (!to.destroyed) to.write(bytes);
      });
    });
  };
  const server = createServer((client) => {
    if (mode.kind === "refuse") {
      client.resetAndDestroy();
      return;
    }
    const database = createConnection({ host: behind.hostname, port: Number(behind.port || 5432) });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    carry(client, database);
    carry(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    set(next) {
      mode = next;
      if (next.kind !== "stall") for (const go of held.splice(0)) go();
    },
    cut,
    async close() {
      cut();
      for (const go of held.splice(0)) go();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
