import { readFileSync } from "node:fs";
import { scanShop, shopDocument } from "@lintel/bookshop/testing/scan-shop";
import { parseAllowRules } from "@lintel/egress/allow-rules";
import { createEgress } from "@lintel/egress/create-egress";
import type { Egress } from "@lintel/egress/egress.types";
import { parseDocument } from "@lintel/openapi/parse";
import { readSurface } from "@lintel/scanner/read-surface";
import type { ScanResult, ScanTools } from "@lintel/scanner/scan.types";

/** The most requests of a default scan for one operation. */
export const limits = { mean: 45, most: 150 } as const;

export interface RequestCounts {
  readonly mean: number;
  readonly most: number;
  /** The operation with the most. */
  readonly busiest: string;
}

/** Scans a sound shop, and counts the requests by operation. */
export async function countRequests(
  tools: Partial<ScanTools>,
): Promise<RequestCounts & { readonly result: ScanResult }> {
  const { operations } = readSurface(parseDocument(readFileSync(shopDocument)).value);
  // The path with the fewest variables comes first: /reviews/new before /reviews/{reviewId}.
  const places = operations
    .map(({ id, method, path }) => ({ id, method, pattern: toPattern(path), path }))
    .toSorted((left, right) => left.path.split("{").length - right.path.split("{").length);
  const counts = new Map<string, number>();
  const inner = createEgress({ allow: parseAllowRules("127.0.0.1:*"), isOwnAddress: () => false });
  const egress: Egress = {
    send(request) {
      const url = new URL(typeof request.url === "string" ? request.url : request.url.href);
      const place = places.find(
        ({ method, pattern }) => method === request.method && pattern.test(url.pathname),
      );
      const id = place?.id ?? "elsewhere";
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return inner.send(request);
    },
    close: () => inner.close(),
  };
  const result = await scanShop([], { tools: { ...tools, egress } });
  await inner.close();
  const [busiest = "", most = 0] =
    [...counts].toSorted((left, right) => right[1] - left[1])[0] ?? [];
  return { mean: result.requestCount / operations.length, most, busiest, result };
}

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{[^{}]*\}/g, "[^/]+")}$`);
