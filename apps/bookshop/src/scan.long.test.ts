import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openListener } from "@lintel/scanner/open-listener";
import type { ScanResult } from "@lintel/scanner/scan.types";
import { scanners } from "@lintel/scanner/scanners";
import { scanWith } from "@lintel/scanner/testing/scan-with";
import { createBookshop } from "./bookshop.ts";
import { demoAdminKey, demoCustomers } from "./store/demo-credentials.ts";
import * as lab from "./testing/scan-shop.ts";
import { weaknesses } from "./weaknesses/weakness-list.generated.ts";

const { hurry, nameFindings, scanFor } = lab;
let listener: Awaited<ReturnType<typeof openListener>>;

beforeAll(async () => {
  listener = await openListener({ host: "127.0.0.1", port: 0 });
});
afterAll(() => listener[Symbol.asyncDispose]());

/** Scans a new shop with the listener of this file. */
const scanShop = (names: readonly string[], options: lab.ShopScan = {}): Promise<ScanResult> =>
  lab.scanShop(names, { ...options, tools: { listener, ...options.tools } });

/** The scanners that can find a weakness; `npm run proof:lab` runs all of them on each. */
const scannersFor = (found: readonly string[]): string[] =>
  scanners
    .filter(({ guidance }) => guidance.some(({ id }) => found.some((one) => one.startsWith(id))))
    .map(({ id }) => id);

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

  it.each(wanted)("finds $name where it is", async (weakness) => {
    const scannerIds = scannersFor(weakness.found);
    // Tokens only expire in a scan that takes long enough.
    const isLong = weakness.name === "expired-tokens";
    const options = { ...scanFor(weakness, { listener }), ...(!isLong && { scannerIds }) };
    const found = nameFindings(await scanShop([weakness.name], options));
    expect(found.toSorted()).toEqual(weakness.found.toSorted());
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
    await using shop = createBookshop();
    const baseUrl = await shop.listen({ host: "127.0.0.1", port: 0 });
    const read = async () =>
      Promise.all(
        ["/books?pageSize=50", "/authors?pageSize=50", "/categories"].map(async (path) =>
          (await fetch(`${baseUrl}${path}`)).json(),
        ),
      );
    const before = await read();
    const { leftBehind } = await scanWith({
      baseUrl,
      document: lab.shopDocument,
      identities: lab.shopIdentities,
    });
    expect(leftBehind).toEqual([]);
    expect(await read()).toEqual(before);
  });

  it("shows no credential in its evidence", async () => {
    const result = await scanShop([
      "bola",
      "bfla",
      "exposed-file",
      "excessive-data",
      "search-injection",
    ]);
    const text = JSON.stringify(result);
    expect(text).not.toMatch(/Bearer [A-Za-z0-9_-]+\./);
    expect(text).not.toContain(demoAdminKey);
    for (const { password } of Object.values(demoCustomers)) expect(text).not.toContain(password);
    expect(text).toContain('Bearer \'\\"$BOB\\"');
  });
});
