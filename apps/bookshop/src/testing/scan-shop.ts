import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { readScanConfig } from "@lintel/scanner/read-scan-config";
import type { ScanResult, ScanTools } from "@lintel/scanner/scan.types";
import { scanWith, type TestScan } from "@lintel/scanner/testing/scan-with";
import { createBookshop, type BookshopOptions } from "../bookshop.ts";
import type { Weakness } from "../weaknesses/weakness.ts";

export const shopDocument = new URL("../../openapi.yaml", import.meta.url);

/** What `scan.yaml` says about the shop. */
const config = readScanConfig(
  load(readFileSync(new URL("../../scan.yaml", import.meta.url), "utf8")),
);

/** Customers and the administrator; the client is only there where a weakness needs it. */
export const shopIdentities = config.identities.filter(({ role }) => role !== "client");

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
      // Weaknesses can be in the document that the shop publishes.
      document: { text: (await shop.inject({ url: "/openapi.yaml" })).body },
      identities: shopIdentities,
      flows: config.flows,
      accessRules: config.accessRules,
      isDisposable: true,
      ...options,
    });
  } finally {
    await shop.close();
  }
}

/**
 * The time of shop and scan, which passes so fast that tokens expire while the scan runs. It then
 * does not change any more, so that attempts to log in are within one minute.
 */
export function hurry(tools: Partial<ScanTools> = {}): ShopScan {
  const [start, stepMs, endMs] = [Date.now(), 20_000, 5_400_000];
  let passedMs = 0;
  const now = () => (passedMs = Math.min(endMs, passedMs + stepMs));
  return {
    readNow: () => new Date(start + passedMs),
    timeBudget: 1_000_000,
    tools: { ...tools, clock: { now, wait: () => Promise.resolve() } },
  };
}

/** What a weakness needs to be seen. */
export function scanFor({ name }: Weakness, tools: Partial<ScanTools>): ShopScan {
  if (name === "expired-tokens") return hurry(tools);
  return name === "any-scope" ? { tools, identities: config.identities } : { tools };
}

/** The findings of low or more, each place once, as weaknesses name them. */
export const nameFindings = ({ findings }: ScanResult): string[] => [
  ...new Set(
    findings
      .filter(({ guidance }) => guidance.severity !== "info")
      .map(({ guidance, method, path }) => `${guidance.id} ${method} ${path}`),
  ),
];
