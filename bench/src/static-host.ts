import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** The files of a site by path, with the headers that matter to a browser. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

export interface SiteFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface StaticHost extends AsyncDisposable {
  readonly url: string;
  /** Bytes of compressed bodies sent so far. */
  readSentBytes(): number;
}

/**
 * Serves a precompressed site from memory on loopback, in the same way for both sides of a bench.
 */
export async function hostSite(files: SiteFiles): Promise<StaticHost> {
  const ready = new Map(
    Array.from(files, ([path, { headers, body }]) => {
      const bytes = gzipSync(body, { level: 6 });
      const length = String(bytes.length);
      const sent = { ...headers, "content-encoding": "gzip", "content-length": length };
      return [path, { headers: sent, bytes }] as const;
    }),
  );
  let sentBytes = 0;
  const server = createServer(({ url = "/" }, response) => {
    const file = ready.get(url.split("?", 1)[0] ?? "/");
    if (file === undefined) {
      response.writeHead(404, { "content-length": "0" }).end();
      return;
    }
    sentBytes += file.bytes.length;
    response.writeHead(200, file.headers).end(file.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readSentBytes: () => sentBytes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
