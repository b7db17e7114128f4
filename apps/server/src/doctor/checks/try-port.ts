import { get, type IncomingHttpHeaders } from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";

const limitMs = 2000;

/** The operating system's code if an address cannot be listened on, or null. */
export function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** An address of the installation itself, from its settings; never one that a user typed. */
export interface OwnAddress {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/** What answers there with 200; null for all else. */
export async function askForText(
  address: OwnAddress,
  isExpected: (headers: IncomingHttpHeaders) => boolean = () => true,
): Promise<string | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(limitMs);
    const request = get({ ...address, signal }, (response) => {
      const isGood = response.statusCode === 200 && isExpected(response.headers);
      text(response).then(
        (body) => resolve(isGood ? body : null),
        () => resolve(null),
      );
    });
    request.on("error", () => resolve(null));
  });
}
