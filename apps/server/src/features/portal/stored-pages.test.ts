import { beforeAll, describe, expect, it } from "vitest";
import { listTables } from "../../platform/backup/backup-tables.ts";
import { openDocsScene, type DocsScene } from "../docs/docs.testing.ts";
import type { PagePlace, StoredPage } from "./stored-page.types.ts";
import { createStoredPages, type StoredPages } from "./stored-pages.ts";

let scene: DocsScene;
let pages: StoredPages;

beforeAll(async () => {
  scene = await openDocsScene();
  pages = createStoredPages(scene.testApp.cells.eu.platform);
});

const placeOf = (address: string, state = "now"): PagePlace => ({
  organizationId: scene.organization.id,
  versionId: scene.versionId,
  address,
  state,
});
const pageOf = (text: string): StoredPage => ({
  etag: `"${text.slice(0, 5)}"`,
  headers: ["vary", "accept", "x-quoted", 'a "b" \\ {c},'],
  body: Buffer.from(text),
});

describe("stored pages", () => {
  it("are found in their own state alone, each by who asked for it", async () => {
    await pages.keep(placeOf("one"), pageOf("first"));
    await pages.keep(placeOf("two"), pageOf("second"));
    const places = [
      placeOf("two"),
      placeOf("none"),
      placeOf("one"),
      placeOf("one", "before"),
      placeOf("two"),
    ];
    const found = await Promise.all(places.map((place) => pages.find(place)));
    expect(found).toEqual([pageOf("second"), null, pageOf("first"), null, pageOf("second")]);
    await pages.keep(placeOf("one", "after"), pageOf("third"));
    expect(await pages.find(placeOf("one"))).toBeNull();
    expect(await pages.find(placeOf("one", "after"))).toEqual(pageOf("third"));
    const elsewhere = await openDocsScene();
    const { id: organizationId } = elsewhere.organization;
    expect(await pages.find({ ...placeOf("two"), organizationId })).toBeNull();
    expect(await pages.find({ ...placeOf("two"), versionId: elsewhere.versionId })).toBeNull();
  });

  it("are found by many who ask at once", async () => {
    const addresses = Array.from({ length: 120 }, (_, at) => `many ${at}`);
    await Promise.all(addresses.map((address) => pages.keep(placeOf(address), pageOf(address))));
    const found = await Promise.all(addresses.map((address) => pages.find(placeOf(address))));
    expect(found.map((page) => String(page?.body))).toEqual(addresses);
  });

  it("are not made of a version that is gone, of what is very large, or after the end", async () => {
    const { logged, cells } = scene.testApp;
    const before = logged.length;
    const versionId = "01a20009-0000-7000-8000-00000000dead";
    await pages.keep({ ...placeOf("gone"), versionId }, pageOf("gone"));
    expect(logged.slice(before)).toEqual([]);
    await pages.keep(placeOf("large"), { ...pageOf("large"), body: Buffer.alloc(1024 * 1024) });
    expect(await pages.find(placeOf("large"))).toBeNull();
    const ended = createStoredPages(cells.eu.platform);
    const last = ended.keep(placeOf("last"), pageOf("last"));
    await Promise.all([last, ended.close()]);
    await ended.keep(placeOf("late"), pageOf("late"));
    expect(await pages.find(placeOf("late"))).toBeNull();
  });

  it("take no more than so many bytes: those that were stored first are taken away", async () => {
    const { platform } = scene.testApp.cells.eu;
    const bounded = createStoredPages({ ...platform, mostBytes: 100_000 });
    const addresses = Array.from({ length: 60 }, (_, at) => `bound ${at}`);
    const body = Buffer.alloc(5_000, "x");
    for (const address of addresses)
      await bounded.keep(placeOf(address), { ...pageOf(address), body });
    const db = await platform.database();
    const rows = await db.selectFrom("portalPage").select(["address", "body"]).execute();
    const bytes = rows.reduce((sum, row) => sum + row.body.length, 0);
    expect(bytes).toBeLessThanOrEqual(105_000);
    expect(bytes).toBeGreaterThan(80_000);
    expect(await bounded.find(placeOf("bound 0"))).toBeNull();
    expect(await bounded.find(placeOf("bound 59"))).not.toBeNull();
  });

  it("are in no backup", async () => {
    const tables = await listTables(await scene.testApp.cells.eu.platform.database());
    const names = tables.map(({ name }) => name);
    expect(names).toContain("doc_page");
    expect(names).not.toContain("portal_page");
  });
});
