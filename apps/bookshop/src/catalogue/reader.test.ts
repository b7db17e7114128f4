import { describe, expect, it } from "vitest";
import type { Book, Review } from "../store/records.ts";
import { openBookshop } from "../testing/open-bookshop.ts";
import type { OpenBookshop } from "../testing/open-bookshop.ts";

async function readBook(shop: OpenBookshop, bookId: number) {
  return (await shop.send("getBook", { params: { bookId } })).json<
    Book & { averageRating: number }
  >();
}

describe("reviews", () => {
  it("count towards the rating, and a customer can write one per book", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("bob");
    const sending = { params: { bookId: 4 }, headers, body: { rating: 2, text: "Too cold." } };
    expect((await shop.send("writeReview", sending)).statusCode).toBe(201);
    expect((await readBook(shop, 4)).averageRating).toBe(3.5);
    expect((await shop.send("writeReview", sending)).json()).toMatchObject({
      code: "REVIEW_EXISTS",
    });
  });

  it("are listed newest first and can be deleted only by their reviewer", async () => {
    await using shop = openBookshop();
    const listed = await shop.send("listReviews", { params: { bookId: 1 } });
    const [newest] = listed.json<{ items: Review[] }>().items;
    expect(newest).toMatchObject({ id: 2, reviewer: "Bob Cratchit" });
    const params = { reviewId: 2 };
    const refused = await shop.send("deleteReview", { params, headers: await shop.logIn("alice") });
    expect(refused.json()).toMatchObject({ status: 403, code: "NOT_OWNER" });
    const done = await shop.send("deleteReview", { params, headers: await shop.logIn("bob") });
    expect(done.statusCode).toBe(204);
  });
});

describe("a reservation", () => {
  it("becomes ready after a few polls and returns its copies", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    const { stock } = await readBook(shop, 2);
    const body = { quantity: 2 };
    const made = await shop.send("reserveStock", { params: { bookId: 2 }, headers, body });
    expect((await readBook(shop, 2)).stock).toBe(stock - 2);
    const reservationId = made.json<{ id: string }>().id;
    const poll = { params: { reservationId }, headers };
    const answers = [];
    for (let count = 0; count < 4; count += 1) {
      const answer = await shop.send("getReservation", poll);
      answers.push([answer.json<{ status: string }>().status, answer.headers["retry-after"]]);
    }
    expect(answers).toEqual([
      ["pending", "1"],
      ["pending", "1"],
      ["ready", undefined],
      ["ready", undefined],
    ]);
    expect((await shop.send("releaseReservation", poll)).statusCode).toBe(204);
    expect((await readBook(shop, 2)).stock).toBe(stock);
    expect((await shop.send("getReservation", poll)).statusCode).toBe(404);
  });

  it("is not found by somebody else, and refused without enough copies", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    const sending = { params: { bookId: 2 }, headers, body: { quantity: 1 } };
    const made = await shop.send("reserveStock", sending);
    const params = { reservationId: made.json<{ id: string }>().id };
    const strange = await shop.send("getReservation", { params, headers: await shop.logIn("bob") });
    expect(strange.statusCode).toBe(404);
    const soldOut = await shop.send("reserveStock", { ...sending, params: { bookId: 20 } });
    expect(soldOut.json()).toMatchObject({ code: "OUT_OF_STOCK", available: 0 });
  });
});
