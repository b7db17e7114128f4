import { beforeEach, describe, expect, it } from "vitest";
import { createFreshSites, type FreshSites } from "./fresh-sites.ts";
import type { Site } from "./site.types.ts";

const makeSite = (name: string): Site => ({
  organizationSlug: "acme",
  documentationSlug: "guide",
  name,
  logoUrl: null,
  allowsExternalImages: false,
  faviconUrl: null,
  typeface: null,
  primaryColor: null,
  versions: [],
  stamp: name,
  isPreview: false,
});

describe("sites that were read a moment ago", () => {
  let at: number;
  /** Started reads, each with the function that ends it. */
  let readings: PromiseWithResolvers<Site | null>[];
  let sites: FreshSites<Site>;

  const end = async (reading: number, site: Site | null): Promise<void> => {
    readings[reading]?.resolve(site);
    await new Promise((resolve) => setImmediate(resolve));
  };

  beforeEach(() => {
    at = 1_000;
    readings = [];
    const select = () => {
      const reading = Promise.withResolvers<Site | null>();
      readings.push(reading);
      return reading.promise;
    };
    sites = createFreshSites(select, () => at);
  });

  it("are read once for simultaneous requests, and reused for 100 ms after the start of the read", async () => {
    expect(sites.peek("acme", "guide")).toBeUndefined();
    const both = Promise.all([sites.read("acme", "guide"), sites.read("acme", "guide")]);
    at += 30;
    await end(0, makeSite("one"));
    const [first, second] = await both;
    expect([first?.name, second, readings.length]).toEqual(["one", first, 1]);
    at += 69;
    expect(sites.peek("acme", "guide")).toBe(first);
    at += 1;
    expect(sites.peek("acme", "guide")).toBeUndefined();
  });

  it("are read again before they expire, and stay the same object until they change", async () => {
    const reading = sites.read("acme", "guide");
    await end(0, makeSite("one"));
    const first = await reading;
    at += 60;
    expect([sites.peek("acme", "guide"), readings.length]).toEqual([first, 2]);
    await end(1, makeSite("one"));
    at += 60;
    expect([sites.peek("acme", "guide"), readings.length]).toEqual([first, 3]);
    await end(2, makeSite("two"));
    expect(sites.peek("acme", "guide")).toMatchObject({ name: "two" });
    at += 60;
    sites.peek("acme", "guide");
    await end(3, null);
    expect(sites.peek("acme", "guide")).toBeNull();
  });

  it("are not taken from a read that began too long ago", async () => {
    const slow = sites.read("acme", "guide");
    at += 100;
    const quick = sites.read("acme", "guide");
    await end(1, makeSite("new"));
    await end(0, makeSite("old"));
    expect([(await quick)?.name, (await slow)?.name]).toEqual(["new", "old"]);
    expect(sites.peek("acme", "guide")).toMatchObject({ name: "new" });
  });

  it("are read again after a failure, which fails the requests that waited for it", async () => {
    const failed = sites.read("acme", "guide");
    readings[0]?.reject(new Error("gone"));
    await expect(failed).rejects.toThrow("gone");
    const again = sites.read("acme", "guide");
    await end(1, makeSite("one"));
    expect((await again)?.name).toBe("one");
  });
});
