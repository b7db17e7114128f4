import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";

import { makeCertificate } from "./make-certificate.ts";
import { listen } from "./start-server.ts";

export interface CertifiedServer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** The certificate of the server, as PEM. */
  readonly ca: string;
  /** The name in the client's certificate of each connection; null without one. */
  readonly connections: readonly (string | null)[];
}

export interface CertifiedOptions {
  /** The certificates of the clients that are let in, as PEM. */
  readonly clients: readonly string[];
  /** Whether the connection is refused without one of them. By default the answer has to say so. */
  readonly refuses?: boolean;
  /** The name in the certificate of the server. */
  readonly name?: string;
  /** The certificate of the server; by default a new one. */
  readonly own?: { readonly cert: string; readonly key: string };
  readonly maxVersion?: "TLSv1.2" | "TLSv1.3";
}

/** The name in the verified certificate of a client; null without one. */
export function readClientName({ socket }: Pick<IncomingMessage, "socket">): string | null {
  const { authorized, getPeerCertificate } = socket as TLSSocket;
  if (!authorized) return null;
  const name: unknown = getPeerCertificate.call(socket).subject.CN;
  return typeof name === "string" ? name : null;
}

/** A server at 127.0.0.1 that asks its clients for a certificate. */
export async function startCertifiedServer(
  {
    clients,
    refuses = false,
    name = "localhost",
    own = makeCertificate(name),
    maxVersion = "TLSv1.3",
  }: CertifiedOptions,
  answer: RequestListener,
): Promise<CertifiedServer> {
  const { cert, key } = own;
  const connections: (string | null)[] = [];
  const server = createServer(
    { cert, key, maxVersion, requestCert: true, rejectUnauthorized: refuses, ca: [...clients] },
    answer,
  );
  server.on("secureConnection", (socket) => connections.push(readClientName({ socket })));
  server.on("tlsClientError", () => {});
  const port = await listen(server, "127.0.0.1");
  return {
    origin: `https://${name}:${port}`,
    port,
    ca: cert,
    connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
