import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cleanUpScan } from "@lintel/scanner/clean-up-scan";
import type { Identity } from "@lintel/scanner/identity.types";
import { createLedger, type LedgerEntry } from "@lintel/scanner/ledger";
import { preflight } from "@lintel/scanner/preflight";
import { scanWith, withTarget, type TestScan } from "@lintel/scanner/testing/scan-with";
import { createBookshop } from "./bookshop.ts";
import { demoCustomers } from "./store/demo-credentials.ts";

const document = new URL("../openapi.yaml", import.meta.url);

const identities: readonly Identity[] = (["alice", "bob", "carol"] as const).map((name) => {
  const { email, password } = demoCustomers[name];
  const auth = { type: "login", path: "/customers/login", body: { email, password } } as const;
  return { name, role: null, rank: name === "carol" ? 9 : 1, auth };
});

let shop: Awaited<ReturnType<typeof createBookshop>>;
let requests: string[];
let options: TestScan;

beforeEach(async () => {
  shop = createBookshop({ weaknesses: ["bola"] });
  requests = [];
  shop.addHook("onRequest", async ({ method, url }) => {
    requests.push(`${method} ${url.replace(/\?.*/, "")}`);
  });
  const baseUrl = await shop.listen({ host: "127.0.0.1", port: 0 });
  options = { baseUrl, document, identities };
});

afterEach(() => shop.close());

describe("a scan of the shop", () => {
  it("sends no write to a read-only environment", async () => {
    const auth = { type: "bearer", token: "of-nobody" } as const;
    const bearers = identities.map((one) => ({ ...one, auth }));
    const { status, checks } = await scanWith({
      ...options,
      identities: bearers,
      isReadOnly: true,
      isDisposable: true,
    });
    expect(status).toBe("completed");
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.filter((one) => !/^(?:GET|HEAD|OPTIONS|QUERY) /.test(one))).toEqual([]);
    const writing = checks.filter(({ scannerId }) => scannerId === "object-writing");
    expect(new Set(writing.map(({ reason }) => reason))).toEqual(
      new Set(["the environment is read-only"]),
    );
  });

  it("calls nothing out of scope", async () => {
    const scope = { include: ["GET /orders*", "POST /orders"], exclude: ["* /orders/{orderId}*"] };
    const { findings, checks } = await scanWith({ ...options, scope });
    expect(new Set(checks.map(({ operation }) => operation))).toEqual(
      new Set(["GET /orders", "POST /orders"]),
    );
    expect(findings.filter(({ guidance }) => guidance.severity !== "info")).toEqual([]);
    expect(requests.some((one) => one.startsWith("GET /orders/"))).toBe(false);
  });

  it("can be limited to one check", async () => {
    const { findings, checks } = await scanWith({
      ...options,
      scannerIds: ["object-reading"],
      operationIds: ["GET /orders/{orderId}"],
    });
    expect(checks).toMatchObject([{ scannerId: "object-reading", state: "failed" }]);
    expect(findings).toMatchObject([{ path: "/orders/{orderId}" }]);
  });

  it("says before it begins what will work", async () => {
    const [alice, bob] = identities as readonly [Identity, Identity, Identity];
    const wrong = { type: "login", path: "/customers/login", body: { email: "x" } } as const;
    const found = await withTarget(
      { ...options, identities: [alice, { ...bob, auth: wrong }] },
      preflight,
    );
    expect(found.identities).toMatchObject([{ works: true }, { name: "bob", works: false }]);
    const by = new Map(found.operations.map((one) => [one.operation, one]));
    expect(by.get("GET /orders")).toMatchObject({ works: true, identity: "alice" });
    expect(by.get("GET /admin/stats")).toMatchObject({ works: false, identity: null });
    expect(found.requests).toBeGreaterThan(found.checks);
  });

  it("is cleaned up by another process from its ledger", async () => {
    // The first process stores its entries, and ends before it has deleted anything.
    const stored = new Map<number, LedgerEntry>();
    const stop = new AbortController();
    const begun = createLedger([], async (entry) => {
      if (entry.state === "removed" || entry.state === "left") throw new Error("killed");
      stored.set(entry.number, entry);
      if (entry.state === "created") stop.abort();
    });
    const tools = { ledger: begun, signal: stop.signal };
    await expect(scanWith({ ...options, tools })).rejects.toThrow("killed");
    const left = [...stored.values()].filter(({ state }) => state === "created");
    expect(left.length).toBeGreaterThan(0);

    requests.length = 0;
    const ledger = createLedger([...stored.values()]);
    expect(
      await withTarget(options, (settings, own) => cleanUpScan(settings, { ...own, ledger })),
    ).toEqual([]);
    expect(requests).toContain(`DELETE ${left[0]?.path}`);
    expect(ledger.entries.some(({ state }) => state === "created")).toBe(false);
  });
});
