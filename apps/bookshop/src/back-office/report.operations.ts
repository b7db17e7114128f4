import { listBooks } from "../catalogue/book.rules.ts";
import { answerOk, operation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import type { Shop } from "../http/shop.ts";
import { sumItems } from "../orders/order.rules.ts";
import type { OrderStatus } from "../store/records.ts";

export function reportHandlers({ store }: Shop): Handlers {
  return {
    getAdminStats: operation(() => {
      const orders = [...store.orders.rows.values()].filter(({ isArchived }) => !isArchived);
      const withStatus = (wanted: OrderStatus) => orders.filter(({ status }) => status === wanted);
      return answerOk({
        bookCount: store.books.rows.size,
        customerCount: store.customers.rows.size,
        orderCounts: {
          pending: withStatus("pending").length,
          paid: withStatus("paid").length,
          cancelled: withStatus("cancelled").length,
        },
        revenueCents: withStatus("paid").reduce((sum, { items }) => sum + sumItems(items), 0),
        currency: "EUR",
      });
    }),
    getInventoryReport: operation<{ query: { below: number } }>(({ query }) => {
      const scarce = listBooks(store)
        .filter(({ isListed, stock }) => isListed && stock < query.below)
        .sort((a, b) => a.stock - b.stock || a.id - b.id)
        .map(({ id, title, stock }) => ({ bookId: id, title, stock }));
      return answerOk({ below: query.below, items: scarce });
    }),
  };
}
