import type { Identity } from "@lintel/scanner/identity.types";
import type { ScanResult, ScanTools } from "@lintel/scanner/scan.types";
import { scanWith, systemClock, type TestScan } from "@lintel/scanner/testing/scan-with";
import { createBookshop, type BookshopOptions } from "../bookshop.ts";
import { demoCustomers } from "../store/demo-credentials.ts";
import type { Weakness } from "../weaknesses/weakness.ts";

export const shopDocument = new URL("../../openapi.yaml", import.meta.url);

export const shopIdentities: readonly Identity[] = (["alice", "bob", "carol"] as const).map(
  (name) => {
    const { email, password, role } = demoCustomers[name];
    const body = { email, password };
    return {
      name,
      role,
      rank: role === "admin" ? 9 : 1,
      auth: { type: "login", path: "/customers/login", body },
    };
  },
);

export type ShopScan = Partial<TestScan> & Pick<BookshopOptions, "readNow">;

/** Scans a new shop with some of its weaknesses, at a port of 127.0.0.1, and closes it. */
export async function scanShop(
  weaknesses: readonly string[],
  { readNow, ...options }: ShopScan = {},
): Promise<ScanResult> {
  const shop = createBookshop({ weaknesses, ...(readNow && { readNow }) });
  try {
    const baseUrl = await shop.listen({ host: "127.0.0.1", port: 0 });
    return await scanWith({
      baseUrl,
      document: shopDocument,
      identities: shopIdentities,
      isDisposable: true,
      ...options,
    });
  } finally {
    await shop.close();
  }
}

/** The time of shop and scan, which passes so fast that tokens expire while the scan runs. */
export function hurry(tools: Partial<ScanTools> = {}): ShopScan {
  const [start, stepMs] = [Date.now(), 20_000];
  let passedMs = 0;
  const now = () => (passedMs += stepMs);
  return {
    readNow: () => new Date(start + passedMs),
    timeBudget: 1_000_000,
    tools: { ...tools, clock: { ...systemClock, now } },
  };
}

/** What a weakness needs to be seen. */
export const scanFor = ({ name }: Weakness, tools: Partial<ScanTools>): ShopScan =>
  name === "expired-tokens" ? hurry(tools) : { tools };

/** The findings of low or more, each place once, as weaknesses name them. */
export const nameFindings = ({ findings }: ScanResult): string[] => [
  ...new Set(findings.map(({ guidance, method, path }) => `${guidance.id} ${method} ${path}`)),
];
