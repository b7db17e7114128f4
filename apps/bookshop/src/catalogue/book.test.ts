import { describe, expect, it } from "vitest";
import type { Book } from "../store/records.ts";
import { openBookshop } from "../testing/open-bookshop.ts";
import type { OpenBookshop, Headers } from "../testing/open-bookshop.ts";

interface Page {
  items: (Book & { averageRating: number | null })[];
  totalCount: number;
  page: number;
  pageSize: number;
}

const input = {
  title: "A Room with a View",
  authorId: 1,
  categories: ["novels"],
  priceCents: 990,
  publishedYear: 1908,
};

async function list(shop: OpenBookshop, query: Record<string, string>): Promise<Page> {
  return (await shop.send("listBooks", { query })).json<Page>();
}

async function search(shop: OpenBookshop, body: object): Promise<string[]> {
  const page = (await shop.send("searchBooks", { body })).json<Page>();
  return page.items.map(({ title }) => title);
}

describe("the list of books", () => {
  it("shows every listed book exactly once over its pages", async () => {
    await using shop = openBookshop();
    const seen: number[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const query = { page: String(page), pageSize: "17", sort: "-publishedYear" };
      seen.push(...(await list(shop, query)).items.map(({ id }) => id));
    }
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  it("links to the pages around", async () => {
    await using shop = openBookshop();
    const query = { category: "novels", page: "2", pageSize: "5" };
    const { headers } = await shop.send("listBooks", { query });
    const relations = String(headers["link"]).split(", ");
    expect(relations).toContain('</books?category=novels&page=1&pageSize=5>; rel="prev"');
    expect(relations).toContain('</books?category=novels&page=3&pageSize=5>; rel="next"');
  });

  it("limits the page size to its maximum", async () => {
    await using shop = openBookshop();
    expect(await list(shop, { pageSize: "1000" })).toMatchObject({ pageSize: 50 });
    expect((await list(shop, { pageSize: "1000" })).items).toHaveLength(50);
  });

  it("is empty beyond its last page", async () => {
    await using shop = openBookshop();
    expect(await list(shop, { page: "99" })).toMatchObject({ items: [], totalCount: 60 });
  });

  it("applies all filters together", async () => {
    await using shop = openBookshop();
    const query = { author: "4", minPrice: "700", maxPrice: "2400", inStock: "true" };
    const { items } = await list(shop, { ...query, sort: "-priceCents" });
    expect(items.length).toBeGreaterThan(0);
    for (const book of items) {
      expect(book).toMatchObject({ authorId: 4 });
      expect(book.stock).toBeGreaterThan(0);
    }
    const prices = items.map(({ priceCents }) => priceCents);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  });
});

describe("the search for books", () => {
  it("finds by text, range, author, category and format", async () => {
    await using shop = openBookshop();
    expect(await search(shop, { text: "WAR", sort: "publishedYear" })).toEqual([
      "War and Peace",
      "The War of the Worlds",
    ]);
    expect(await search(shop, { authorIds: [1], publishedYear: { min: 1815, max: 1816 } })).toEqual(
      ["Emma"],
    );
    expect(await search(shop, { categories: ["mystery"], formats: [] })).toEqual([]);
  });

  it("treats quotation marks as characters", async () => {
    await using shop = openBookshop();
    expect(await search(shop, { text: "' OR 1=1 --" })).toEqual([]);
  });
});

describe("a book", () => {
  async function createBook(shop: OpenBookshop, fields: object = {}) {
    const headers = await shop.getClientToken("catalogue:write");
    const response = await shop.send("createBook", { headers, body: { ...input, ...fields } });
    expect(response.statusCode).toBe(201);
    const params = { bookId: response.json<Book>().id };
    return { headers, params, etag: String(response.headers["etag"]) };
  }

  it("is read at its Location, with defaults for omitted fields", async () => {
    await using shop = openBookshop();
    const { params } = await createBook(shop);
    const book = (await shop.send("getBook", { params })).json<Book>();
    expect(book).toMatchObject({ ...input, stock: 0, isbn: null, format: "paperback" });
  });

  it("is replaced only under the tag of its present version", async () => {
    await using shop = openBookshop();
    const { headers, params, etag } = await createBook(shop);
    const replace = async (tag: Headers) =>
      shop.send("replaceBook", { params, headers: { ...headers, ...tag }, body: input });
    expect((await replace({})).statusCode).toBe(428);
    expect((await replace({ "if-match": `W/${etag}` })).statusCode).toBe(412);
    const replaced = await replace({ "if-match": `"other", ${etag}` });
    expect(replaced.statusCode).toBe(200);
    const stale = await replace({ "if-match": etag });
    expect(stale.statusCode).toBe(412);
    expect(stale.json()).toMatchObject({ currentETag: replaced.headers["etag"] });
    expect((await replace({ "if-match": "*" })).statusCode).toBe(200);
  });

  it("keeps the fields that a patch leaves out, and honours If-Match there too", async () => {
    await using shop = openBookshop();
    const { headers, params, etag } = await createBook(shop, { stock: 7 });
    const patch = { "content-type": "application/merge-patch+json", "if-match": etag };
    const body = JSON.stringify({ priceCents: 1 });
    const sending = { params, headers: { ...headers, ...patch }, body };
    expect((await shop.send("updateBook", sending)).json()).toMatchObject({
      priceCents: 1,
      stock: 7,
    });
    expect((await shop.send("updateBook", sending)).statusCode).toBe(412);
    const deletion = { params, headers: { ...headers, "if-match": etag } };
    expect((await shop.send("deleteBook", deletion)).statusCode).toBe(412);
  });

  it("is not sent again to a caller whose copy is current", async () => {
    await using shop = openBookshop();
    const { params, etag } = await createBook(shop);
    const read = async (tag: string) =>
      (await shop.send("getBook", { params, headers: { "if-none-match": tag } })).statusCode;
    expect(await read(etag)).toBe(304);
    expect(await read(`W/${etag}`)).toBe(304);
    expect(await read('"61-99"')).toBe(200);
  });

  it("names an author, categories and an ISBN that fit the catalogue", async () => {
    await using shop = openBookshop();
    const headers = await shop.getClientToken("catalogue:write");
    const create = async (fields: object) =>
      (await shop.send("createBook", { headers, body: { ...input, ...fields } })).json<object>();
    expect(await create({ authorId: 999 })).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ field: "authorId" }],
    });
    expect(await create({ categories: ["novels", "cooking"] })).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ field: "categories[1]" }],
    });
    expect(await create({ isbn: "9780000000019" })).toMatchObject({ code: "ISBN_TAKEN" });
  });

  it("cannot be removed while it is part of a pending order", async () => {
    await using shop = openBookshop();
    const headers = await shop.getClientToken("catalogue:write");
    const response = await shop.send("deleteBook", { params: { bookId: 7 }, headers });
    expect(response.json()).toMatchObject({ code: "BOOK_ON_ORDER", orderId: 1003 });
  });

  it("keeps its author and its category from being removed", async () => {
    await using shop = openBookshop();
    const headers = await shop.getClientToken("catalogue:write");
    const author = await shop.send("deleteAuthor", { params: { authorId: 4 }, headers });
    expect(author.json()).toMatchObject({ code: "AUTHOR_IN_USE" });
    const category = await shop.send("deleteCategory", { params: { slug: "novels" }, headers });
    expect(category.json()).toMatchObject({ code: "CATEGORY_IN_USE" });
    const body = { slug: "novels", name: "Novels" };
    const twin = await shop.send("createCategory", { headers, body });
    expect(twin.json()).toMatchObject({ code: "CATEGORY_EXISTS" });
  });
});
