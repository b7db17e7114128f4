import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Identity } from "@lintel/scanner/identity.types";
import type { ScanResult } from "@lintel/scanner/scan.types";
import { openListener } from "@lintel/scanner/open-listener";
import { scanWith, systemClock, type TestScan } from "@lintel/scanner/testing/scan-with";
import { createBookshop, type BookshopOptions } from "./bookshop.ts";
import { weaknesses } from "./weaknesses/weakness-list.generated.ts";
import { demoCustomers } from "./store/demo-credentials.ts";

const document = new URL("../openapi.yaml", import.meta.url);
const shops: Awaited<ReturnType<typeof createBookshop>>[] = [];

let listener: Awaited<ReturnType<typeof openListener>>;

beforeAll(async () => {
  listener = await openListener({ host: "127.0.0.1", port: 0 });
});
afterAll(() => listener[Symbol.asyncDispose]());
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.close()));
});

const identities: readonly Identity[] = (["alice", "bob", "carol"] as const).map((name) => {
  const { email, password, role } = demoCustomers[name];
  const body = { email, password };
  return {
    name,
    role,
    rank: role === "admin" ? 9 : 1,
    auth: { type: "login", path: "/customers/login", body },
  };
});

/** Scans a new shop with some of its weaknesses. */
async function scanShop(
  names: readonly string[],
  { readNow, ...options }: Partial<TestScan> & Pick<BookshopOptions, "readNow"> = {},
): Promise<ScanResult> {
  const shop = createBookshop({ weaknesses: names, ...(readNow && { readNow }) });
  shops.push(shop);
  const baseUrl = await shop.listen({ host: "127.0.0.1", port: 0 });
  return scanWith({
    baseUrl,
    document,
    identities,
    isDisposable: true,
    ...options,
    tools: { listener, ...options.tools },
  });
}

/** The time of shop and scan, which passes so fast that tokens expire while the scan runs. */
function hurry() {
  const [start, stepMs] = [Date.now(), 20_000];
  let passedMs = 0;
  const now = () => (passedMs += stepMs);
  return {
    readNow: () => new Date(start + passedMs),
    timeBudget: 1_000_000,
    tools: { clock: { ...systemClock, now } },
  };
}

const nameFindings = ({ findings }: ScanResult): string[] =>
  findings.map(({ guidance, method, path }) => `${guidance.id} ${method} ${path}`);

const wanted = weaknesses.filter(({ found }) => found.length > 0);

describe("a scan of the shop", () => {
  it("finds nothing in a sound one, whatever it may write", async () => {
    for (const isDisposable of [true, false]) {
      const result = await scanShop([], { isDisposable });
      expect(nameFindings(result)).toEqual([]);
      expect(result).toMatchObject({ status: "completed", unconfirmed: [] });
    }
  });

  it("finds nothing in a sound one whose tokens expire during the scan", async () => {
    const result = await scanShop([], hurry());
    expect(nameFindings(result)).toEqual([]);
    const expiry = result.checks.filter(({ scannerId }) => scannerId === "token-expiry");
    expect(expiry.map(({ state }) => state)).toEqual(["passed", "passed"]);
  });

  it.each(wanted)("finds $name and nothing else", async ({ name, found }) => {
    const result = await scanShop([name], name === "expired-tokens" ? hurry() : {});
    expect(new Set(nameFindings(result))).toEqual(new Set(found));
  });

  it("has the same fingerprints in each run", async () => {
    const names = wanted.map(({ name }) => name);
    const fingerprintsOf = async () =>
      (await scanShop(names)).findings.map((one) => one.fingerprint);
    const first = await fingerprintsOf();
    expect(first.length).toBeGreaterThan(5);
    expect(await fingerprintsOf()).toEqual(first);
  });

  it("removes what it created, and changes nothing that it did not create", async () => {
    const shop = createBookshop();
    shops.push(shop);
    const baseUrl = await shop.listen({ host: "127.0.0.1", port: 0 });
    const read = async () =>
      Promise.all(
        ["/books?pageSize=50", "/authors?pageSize=50", "/categories"].map(async (path) =>
          (await fetch(`${baseUrl}${path}`)).json(),
        ),
      );
    const before = await read();
    const { leftBehind } = await scanWith({ baseUrl, document, identities });
    expect(leftBehind).toEqual([]);
    expect(await read()).toEqual(before);
  });

  it("shows no credential in its evidence", async () => {
    const result = await scanShop(["bola", "bfla", "excessive-data", "search-injection"]);
    const text = JSON.stringify(result);
    expect(text).not.toMatch(/Bearer [A-Za-z0-9_-]+\./);
    for (const { password } of Object.values(demoCustomers)) expect(text).not.toContain(password);
    expect(text).toContain('Bearer \'\\"$BOB\\"');
  });
});
