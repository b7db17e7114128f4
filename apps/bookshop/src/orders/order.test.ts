import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoAddress as shipTo, openBookshop } from "../testing/open-bookshop.ts";
import type { Headers, OpenBookshop } from "../testing/open-bookshop.ts";

async function readStock(shop: OpenBookshop, bookId: number): Promise<number> {
  return (await shop.send("getBook", { params: { bookId } })).json<{ stock: number }>().stock;
}

async function order(shop: OpenBookshop, headers: Headers, items?: object[]) {
  return shop.send("createOrder", { headers, body: items ? { shipTo, items } : { shipTo } });
}

describe("an order", () => {
  it("is created from the cart, which is then empty", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    expect((await order(shop, headers)).json()).toMatchObject({ code: "CART_EMPTY" });
    await shop.send("setCartItem", { params: { bookId: 5 }, headers, body: { quantity: 3 } });
    const cart = await shop.send("setCartItem", {
      params: { bookId: 6 },
      headers,
      body: { quantity: 1 },
    });
    const { totalCents } = cart.json<{ totalCents: number }>();
    expect((await order(shop, headers)).json()).toMatchObject({ status: "pending", totalCents });
    expect((await shop.send("getCart", { headers })).json()).toMatchObject({ items: [] });
  });

  it("takes copies of all its books or of none", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    const stock = await readStock(shop, 5);
    const refused = await order(shop, headers, [
      { bookId: 5, quantity: 1 },
      { bookId: 20, quantity: 1 },
    ]);
    expect(refused.json()).toMatchObject({ code: "OUT_OF_STOCK", bookId: 20, available: 0 });
    expect(await readStock(shop, 5)).toBe(stock);
  });

  it("lists each book once, and only existing books", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    const twice = { bookId: 5, quantity: 1 };
    expect((await order(shop, headers, [twice, twice])).json()).toMatchObject({
      errors: [{ field: "items[1].bookId", code: "duplicate" }],
    });
    expect((await order(shop, headers, [{ bookId: 61, quantity: 1 }])).json()).toMatchObject({
      errors: [{ field: "items[0].bookId", code: "unknownReference" }],
    });
  });

  it("is neither read, paid nor cancelled by somebody else", async () => {
    await using shop = openBookshop();
    const sending = { params: { orderId: 1003 }, headers: await shop.logIn("alice") };
    expect((await shop.send("getOrder", sending)).statusCode).toBe(404);
    const payment = { ...sending, body: { method: "card" } };
    expect((await shop.send("payOrder", payment)).statusCode).toBe(404);
    expect((await shop.send("cancelOrder", sending)).statusCode).toBe(404);
  });

  it("leaves its pending state only once, and returns copies only once", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    const step = fc.constantFrom("payOrder", "cancelOrder");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const stock = await readStock(shop, 1);
        const placed = await order(shop, headers, [{ bookId: 1, quantity: 1 }]);
        const params = { orderId: placed.json<{ id: number }>().id };
        const statuses = [];
        for (const name of steps) {
          const body = name === "payOrder" ? { body: { method: "invoice" } } : {};
          statuses.push((await shop.send(name, { params, headers, ...body })).statusCode);
        }
        expect(statuses).toEqual(steps.map((_, index) => (index === 0 ? 200 : 409)));
        const isPaid = steps[0] === "payOrder";
        expect(await readStock(shop, 1)).toBe(isPaid ? stock - 1 : stock);
        if (isPaid) await restock(shop, stock);
      }),
      { numRuns: 20 },
    );
  });

  it("is cancelled when its customer's account is closed", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("bob");
    const stock = await readStock(shop, 7);
    expect((await shop.send("deleteMe", { headers })).statusCode).toBe(204);
    expect(await readStock(shop, 7)).toBe(stock + 1);
  });
});

async function restock(shop: OpenBookshop, stock: number): Promise<void> {
  const headers = await shop.getClientToken("catalogue:write");
  await shop.send("updateBook", { params: { bookId: 1 }, headers, body: { stock } });
}
