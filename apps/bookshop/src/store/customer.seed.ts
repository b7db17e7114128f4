import { createHash } from "node:crypto";
import { hashPassword } from "../access/password.ts";
import { demoCustomers } from "./demo-credentials.ts";
import type { Address, Book, Customer, LineItem, Order, OrderStatus, Review } from "./records.ts";

const registeredAt = "2026-01-06T09:00:00.000Z";
const orderedAt = "2026-01-07T10:00:00.000Z";
const paidAt = "2026-01-07T10:05:00.000Z";

export function seedCustomers(): Customer[] {
  return Object.values(demoCustomers).map(({ name, email, password, role }, index) => {
    // A salt derived from the address keeps the seed the same at every start.
    const passwordSalt = createHash("sha256").update(email).digest("hex").slice(0, 32);
    return {
      id: index + 1,
      email,
      name,
      role,
      passwordSalt,
      passwordHash: hashPassword(password, passwordSalt),
      createdAt: registeredAt,
    };
  });
}

export function seedReviews(): Review[] {
  const rows: readonly (readonly [bookId: number, customerId: number, rating: number, string])[] = [
    [1, 1, 5, "As sharp as on the first reading."],
    [1, 2, 4, "More money in it than I had thought."],
    [4, 1, 5, "Sadder than the films."],
    [10, 2, 3, "A great deal of train timetable."],
    [50, 2, 5, "Not to be read at the end of a long day."],
  ];
  return rows.map(([bookId, customerId, rating, text], index) => ({
    id: index + 1,
    bookId,
    customerId,
    rating,
    text,
    createdAt: new Date(Date.UTC(2026, 0, 8 + index, 12)).toISOString(),
  }));
}

export function seedOrders(books: readonly Book[]): Order[] {
  return [
    { ...createSeedOrder(901, 1, "paid", takeLineItems(books, [12])), isArchived: true },
    { ...createSeedOrder(902, 2, "paid", takeLineItems(books, [22])), isArchived: true },
    createSeedOrder(1001, 1, "paid", takeLineItems(books, [4, 17])),
    createSeedOrder(1002, 1, "pending", takeLineItems(books, [31])),
    createSeedOrder(1003, 2, "pending", takeLineItems(books, [7, 8, 9])),
  ];
}

function takeLineItems(books: readonly Book[], ids: readonly number[]): LineItem[] {
  return books
    .filter((book) => ids.includes(book.id))
    .map((book) => ({
      bookId: book.id,
      title: book.title,
      quantity: 1,
      unitPriceCents: book.priceCents,
    }));
}

const homes: Record<number, Address> = {
  1: {
    name: "Alice Liddell",
    street: "2 Deanery Garden",
    city: "Oxford",
    postalCode: "OX1 1DP",
    country: "GB",
  },
  2: {
    name: "Bob Cratchit",
    street: "5 Bayham Street",
    city: "London",
    postalCode: "NW1 0EY",
    country: "GB",
  },
};

function createSeedOrder(
  id: number,
  customerId: number,
  status: OrderStatus,
  items: LineItem[],
): Order {
  const shipTo = homes[customerId];
  if (!shipTo) throw new Error(`The seed has no address for customer ${customerId}.`);
  const isPaid = status === "paid";
  return {
    id,
    customerId,
    status,
    isArchived: false,
    items,
    shipTo,
    paymentMethod: isPaid ? "card" : null,
    createdAt: orderedAt,
    paidAt: isPaid ? paidAt : null,
    cancelledAt: null,
  };
}
