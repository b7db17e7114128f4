import { expect, test } from "vitest";
import type { SitePage } from "./site-pages.ts";
import { writeSitemap } from "./machine-texts.ts";
import type { SiteContext } from "./view.ts";

const version = { label: "1.0" };
const visit = {
  origin: "https://docs.example.com",
  prefix: "",
  site: { organizationSlug: "acme", documentationSlug: "shop", versions: [version] },
  version,
} as unknown as SiteContext;
const node = { modifiedAt: new Date(0) };
const pages = Array.from(
  { length: 5 },
  (_, at) =>
    ({ node, entry: null, title: "", href: `/acme/shop/page-${at}` }) as unknown as SitePage,
);
const addressesOf = (text: string | null) =>
  Array.from(
    (text ?? "").matchAll(/<loc>https:\/\/docs\.example\.com\/acme\/shop\/([^<]*)<\/loc>/g),
    ([, path]) => path,
  );

test("a sitemap with too many addresses lists others, which contain each of them once", () => {
  expect(writeSitemap(visit, pages, null, 2)).toContain("<sitemapindex");
  expect(addressesOf(writeSitemap(visit, pages, null, 2))).toEqual([
    "sitemap-1.xml",
    "sitemap-2.xml",
    "sitemap-3.xml",
  ]);
  const parts = [1, 2, 3].flatMap((part) => addressesOf(writeSitemap(visit, pages, part, 2)));
  expect(parts).toEqual(["page-0", "page-1", "page-2", "page-3", "page-4"]);
  expect([0, 4].map((part) => writeSitemap(visit, pages, part, 2))).toEqual([null, null]);
});

test("a sitemap with all addresses has no parts", () => {
  expect(addressesOf(writeSitemap(visit, pages, null, 5))).toHaveLength(5);
  expect(writeSitemap(visit, pages, 1, 5)).toBeNull();
});
