import { findBook } from "../catalogue/book.rules.ts";
import { answerDone, answerOk, customerOperation } from "../http/operation.ts";
import type { Answer, Handlers } from "../http/operation.ts";
import { refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Customer } from "../store/records.ts";
import { listCart, sumItems } from "./order.rules.ts";

interface OneBook {
  params: { bookId: number };
}

export function cartHandlers({ store }: Shop): Handlers {
  function answerCart(customer: Customer): Answer {
    const items = listCart(store, customer);
    return answerOk({ items, totalCents: sumItems(items), currency: "EUR" });
  }
  return {
    getCart: customerOperation((_call, customer) => answerCart(customer)),
    setCartItem: customerOperation<OneBook & { body: { quantity: number } }>(
      ({ params, body }, customer) => {
        const book = findBook(store, params.bookId);
        const cart = store.carts.get(customer.id) ?? new Map<number, number>();
        store.carts.set(customer.id, cart.set(book.id, body.quantity));
        return answerCart(customer);
      },
    ),
    removeCartItem: customerOperation<OneBook>(({ params }, customer) => {
      const isRemoved = store.carts.get(customer.id)?.delete(params.bookId);
      if (!isRemoved) throw refuseMissing(`book ${params.bookId} in the cart`);
      return answerDone();
    }),
  };
}
