import { describe, expect, it } from "vitest";
import { createBookshop } from "./bookshop.ts";
import { demoAdminKey } from "./store/demo-credentials.ts";
import { readApiDocument } from "./document/api-document.ts";
import { demoAddress, openBookshop } from "./testing/open-bookshop.ts";
import type { Headers, OpenBookshop } from "./testing/open-bookshop.ts";

const bookInput = {
  title: "A Room with a View",
  authorId: 1,
  categories: ["novels"],
  priceCents: 990,
  publishedYear: 1908,
  stock: 5,
};

async function send(
  shop: OpenBookshop,
  status: number,
  ...sending: Parameters<OpenBookshop["send"]>
): Promise<Headers & { id?: string }> {
  const response = await shop.send(...sending);
  expect([sending[0], response.statusCode, response.body]).toEqual([
    sending[0],
    status,
    response.body,
  ]);
  return response.headers as Headers;
}

/** The last segment of the address of a created resource. */
function readId(headers: Headers): string {
  return headers["location"]?.split("/").at(-1) ?? "";
}

async function visitCatalogue(shop: OpenBookshop): Promise<void> {
  const headers = await shop.getClientToken("catalogue:write");
  await send(shop, 200, "listBooks");
  await send(shop, 200, "searchBooks", { body: { text: "war" } });
  const created = await send(shop, 201, "createBook", { headers, body: bookInput });
  const params = { bookId: readId(created) };
  await send(shop, 200, "filterBooks", { body: { filter: { title: "Emma" } } });
  await send(shop, 200, "citeBook", { params });
  await send(shop, 200, "queryGraphql", { body: { query: "{ books(first: 2) { id title } }" } });
  const url = "https://covers.bookshop.example/10.svg";
  await send(shop, 200, "previewCover", { query: { url } });
  await send(shop, 200, "getBook", { params });
  const ifMatch = { ...headers, "if-match": created["etag"] ?? "" };
  await send(shop, 200, "replaceBook", { params, headers: ifMatch, body: bookInput });
  await send(shop, 200, "updateBook", { params, headers, body: { priceCents: 890 } });
  await send(shop, 204, "deleteBook", { params, headers });

  await send(shop, 200, "listAuthors");
  const body = { name: "E. M. Forster", country: "GB", bornYear: 1879 };
  const authorId = readId(await send(shop, 201, "createAuthor", { headers, body }));
  await send(shop, 200, "getAuthor", { params: { authorId } });
  await send(shop, 204, "deleteAuthor", { params: { authorId }, headers });

  await send(shop, 200, "listCategories");
  const category = { slug: "travel", name: "Travel" };
  await send(shop, 201, "createCategory", { headers, body: category });
  await send(shop, 200, "getCategory", { params: { slug: "travel" } });
  await send(shop, 204, "deleteCategory", { params: { slug: "travel" }, headers });
  await send(shop, 200, "getInventoryReport", { headers: await shop.getClientToken("") });
}

async function visitShop(shop: OpenBookshop, headers: Headers): Promise<void> {
  const params = { bookId: 3 };
  const review = { rating: 5, text: "I read it twice." };
  const written = await send(shop, 201, "writeReview", { params, headers, body: review });
  await send(shop, 200, "listReviews", { params });
  await send(shop, 200, "listNewReviews");
  await send(shop, 200, "getReview", { params: { reviewId: readId(written) } });
  await send(shop, 204, "deleteReview", { params: { reviewId: readId(written) }, headers });

  const reserved = await send(shop, 202, "reserveStock", {
    params,
    headers,
    body: { quantity: 1 },
  });
  const reservation = { params: { reservationId: readId(reserved) }, headers };
  await send(shop, 200, "getReservation", reservation);
  await send(shop, 204, "releaseReservation", reservation);

  const alert = { callbackUrl: "https://hooks.example/stock" };
  const set = await send(shop, 201, "createStockAlert", { params, headers, body: alert });
  const alertId = readId(set);
  await send(shop, 200, "listStockAlerts", { headers });
  await send(shop, 200, "getStockAlert", { params: { alertId }, headers });
  await send(shop, 200, "moveStockAlert", {
    query: { alertId: alertId },
    headers,
    body: alert,
  });
  await send(shop, 200, "pauseStockAlert", { query: { alertId }, headers });
  await send(shop, 200, "muteStockAlert", { query: { alertId }, headers });
  await send(shop, 204, "deleteStockAlert", { params: { alertId }, headers });
  const other = readId(await send(shop, 201, "createStockAlert", { params, headers, body: alert }));
  await send(shop, 204, "withdrawStockAlert", { query: { alertId: other }, headers });

  await send(shop, 200, "setCartItem", { params, headers, body: { quantity: 2 } });
  await send(shop, 200, "getCart", { headers });
  const order = { headers, body: { shipTo: demoAddress } };
  const orderId = readId(await send(shop, 201, "createOrder", order));
  await send(shop, 200, "setCartItem", { params, headers, body: { quantity: 1 } });
  await send(shop, 204, "removeCartItem", { params, headers });
  await send(shop, 200, "listOrders", { headers });
  await send(shop, 200, "getOrder", { params: { orderId }, headers });
  await send(shop, 200, "writeReceipt", { params: { orderId }, headers });
  await send(shop, 200, "getInvoice", { query: { orderId }, headers });
  await send(shop, 200, "payOrder", { params: { orderId }, headers, body: { method: "card" } });
  await send(shop, 200, "getDelivery", { params: { orderId }, headers });
  const items = [{ bookId: 3, quantity: 1 }];
  const second = await send(shop, 201, "createOrder", {
    headers,
    body: { shipTo: demoAddress, items },
  });
  await send(shop, 200, "cancelOrder", { params: { orderId: readId(second) }, headers });
}

async function visitAccount(shop: OpenBookshop): Promise<void> {
  const login = { email: "dora@example.test", password: "a-long-demo-password" };
  await send(shop, 201, "registerCustomer", { body: { ...login, name: "Dora Reader" } });
  const response = await shop.send("logIn", { body: login });
  const { accessToken } = response.json<{ accessToken: string }>();
  const headers = { authorization: `Bearer ${accessToken}` };
  await send(shop, 200, "getMe", { headers });
  const me = await shop.send("getMe", { headers });
  const params = { customerId: me.json<{ id: number }>().id };
  await send(shop, 200, "listCustomerOrders", { params, headers });
  const wish = await send(shop, 201, "addWish", { params, headers, body: { text: "Maps" } });
  await send(shop, 200, "listWishes", { params, headers });
  await send(shop, 204, "removeWish", { params: { ...params, wishId: readId(wish) }, headers });
  await send(shop, 200, "updateMe", { headers, body: { name: "Dora" } });
  await visitShop(shop, headers);
  await send(shop, 204, "deleteMe", { headers });
  await send(shop, 401, "getMe", { headers });
}

async function visitService(shop: OpenBookshop): Promise<void> {
  await send(shop, 200, "getAdminStats", { headers: { "x-admin-key": demoAdminKey } });
  await send(shop, 200, "getHealth");
  await send(shop, 200, "getSlowAnswer", { query: { ms: "5" } });
  await send(shop, 410, "getCharts");
  await send(shop, 302, "findBestseller");
  await send(shop, 302, "returnFromSignIn", { query: { to: "/orders" } });
  await send(shop, 200, "downloadFile", { query: { file: "price-list.csv" } });
  await send(shop, 308, "findMovedBooks", { query: { page: "2" } });
  await send(shop, 308, "findMovedBook", { params: { bookId: 7 } });
  await send(shop, 200, "getTokenKeys");
  await send(shop, 200, "getOpenapiYaml");
  await send(shop, 200, "getOpenapiJson");
}

describe("the bookshop", () => {
  it("answers every operation of its document as the document says", async () => {
    await using shop = openBookshop();
    await visitCatalogue(shop);
    await visitAccount(shop);
    await visitService(shop);
    const documented = readApiDocument().operations.map(({ operationId }) => operationId);
    expect([...shop.sent].sort()).toEqual(documented.sort());
  });

  it("starts from the same seed every time", async () => {
    await using first = openBookshop();
    const headers = await first.getClientToken("catalogue:write");
    await first.send("deleteBook", { params: { bookId: 1 }, headers });
    await using second = openBookshop();
    await using third = openBookshop();
    const query = { pageSize: "50" };
    const books = await second.send("listBooks", { query });
    expect(books.json()).toMatchObject({ totalCount: 60 });
    expect(books.body).toBe((await third.send("listBooks", { query })).body);
  });

  it("refuses to open with a weakness that does not exist", () => {
    expect(() => createBookshop({ weaknesses: ["bola", "ssrf"] })).toThrow(/no weakness "ssrf"/);
  });
});
