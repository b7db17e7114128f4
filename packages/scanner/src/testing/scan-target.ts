import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Identity } from "../identities/identity.types.ts";
import type { ScanResult } from "../model/scan.types.ts";
import { scanWith, type TestScan } from "./scan-with.ts";

/** Two peers whose tokens are `token-of-alice` and `token-of-bob`. */
export const peers: readonly Identity[] = ["alice", "bob"].map((name) => ({
  name,
  role: null,
  rank: 1,
  auth: { type: "bearer", token: `token-of-${name}` },
}));

export type TargetScan = Partial<TestScan> & Pick<TestScan, "document">;

/** Scans a target that answers with a function; answers also which paths were asked for. */
export async function scanTarget(
  answer: RequestListener,
  options: TargetScan,
): Promise<ScanResult & { readonly paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { ...(await scanWith({ baseUrl, identities: peers, ...options })), paths };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
