import { assertStock, findBook, returnStock, takeStock } from "../catalogue/book.rules.ts";
import { BookshopProblem, refuseField } from "../http/problem.ts";
import type { Book, Customer, LineItem, Order, PaymentMethod } from "../store/records.ts";
import type { Store } from "../store/store.ts";

export interface Wish {
  bookId: number;
  quantity: number;
}

/** The items in the customer's cart, at today's prices. */
export function listCart(store: Store, customer: Customer): LineItem[] {
  const cart = store.carts.get(customer.id) ?? new Map<number, number>();
  return [...cart].map(([bookId, quantity]) => writeLine(findBook(store, bookId), quantity));
}

/**
 * Removes the copies of all books or of none from the stock. @throws BookshopProblem
 * VALIDATION_FAILED for a book that is unknown or listed twice, OUT_OF_STOCK
 */
export function takeItems(store: Store, wishes: readonly Wish[]): LineItem[] {
  const taken = wishes.map(({ bookId, quantity }, index) => {
    const book = store.books.rows.get(bookId);
    const field = `items[${index}].bookId`;
    if (!book?.isListed) throw refuseField(field, "unknownReference", `names no book: ${bookId}`);
    if (wishes.findIndex((wish) => wish.bookId === bookId) !== index) {
      throw refuseField(field, "duplicate", "appears twice");
    }
    assertStock(book, quantity);
    return { book, quantity };
  });
  return taken.map(({ book, quantity }) => {
    takeStock(book, quantity);
    return writeLine(book, quantity);
  });
}

export function payOrder(order: Order, method: PaymentMethod, now: Date): void {
  assertPending(order, "paid");
  order.status = "paid";
  order.paymentMethod = method;
  order.paidAt = now.toISOString();
}

/** Returns the copies to the stock. */
export function cancelOrder(store: Store, order: Order, now: Date): void {
  assertPending(order, "cancelled");
  order.status = "cancelled";
  order.cancelledAt = now.toISOString();
  for (const { bookId, quantity } of order.items) returnStock(store, bookId, quantity);
}

export function sumItems(items: readonly LineItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity * item.unitPriceCents, 0);
}

export function presentOrder({
  customerId: _customerId,
  isArchived: _isArchived,
  ...order
}: Order): object {
  return { ...order, totalCents: sumItems(order.items), currency: "EUR" };
}

export function presentDelivery({ id, items, shipTo }: Order): object {
  return { orderId: id, items, shipTo, trackingCode: `BP${String(id).padStart(10, "0")}` };
}

export function presentInvoice({ id, items, shipTo }: Order): object {
  return { orderId: id, billTo: shipTo, items, totalCents: sumItems(items), currency: "EUR" };
}

function writeLine(book: Book, quantity: number): LineItem {
  return { bookId: book.id, title: book.title, quantity, unitPriceCents: book.priceCents };
}

function assertPending(order: Order, wanted: "paid" | "cancelled"): void {
  if (order.status === "pending") return;
  const detail = `An order that is ${order.status} cannot be ${wanted}.`;
  throw new BookshopProblem("ORDER_NOT_PENDING", detail, {
    members: { currentStatus: order.status },
  });
}
