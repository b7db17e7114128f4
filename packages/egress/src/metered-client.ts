import type { Socket } from "node:net";

import type { buildConnector, Dispatcher } from "undici";
import { Client } from "undici";

/** A handler that is called with the number of bytes received since its request was sent. */
export interface MeteredHandler extends Dispatcher.DispatchHandler {
  onWireBytes(count: number): void;
}

/**
 * A client of one connection that counts received bytes. The parser does not report some of them
 * (reason phrases, chunk extensions, empty lines), and a server can send those without end.
 */
export class MeteredClient extends Client {
  readonly #meter: WireMeter;

  constructor(origin: URL, options: Client.Options, connect: buildConnector.connector) {
    const meter = createWireMeter();
    super(origin, { ...options, connect: meter.watch(connect) });
    this.#meter = meter;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler & Partial<MeteredHandler>,
  ): boolean {
    this.#meter.start(handler);
    return super.dispatch(options, handler);
  }
}

interface WireMeter {
  /** A client without pipelining has one request at a time. */
  start(handler: Partial<MeteredHandler>): void;
  watch(connect: buildConnector.connector): buildConnector.connector;
}

function createWireMeter(): WireMeter {
  let current: { socket: Socket; bytesBefore: number } | undefined;
  let running: Partial<MeteredHandler> | undefined;
  return {
    start(handler) {
      running = handler;
      if (current !== undefined) current.bytesBefore = current.socket.bytesRead;
    },
    watch: (connect) => (request, callback) => {
      connect(request, (error, socket) => {
        if (error !== null) return callback(error, null);
        const connection = { socket, bytesBefore: 0 };
        current = connection;
        socket.on("readable", () => {
          if (current === connection)
            running?.onWireBytes?.(socket.bytesRead - connection.bytesBefore);
        });
        return callback(null, socket);
      });
    },
  };
}
