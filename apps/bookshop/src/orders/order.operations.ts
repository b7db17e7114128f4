import { answerCreated, answerOk, customerOperation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { answerPage } from "../http/paging.ts";
import type { PageQuery } from "../http/paging.ts";
import { BookshopProblem, refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Address, Customer, Order, OrderStatus, PaymentMethod } from "../store/records.ts";
import {
  cancelOrder,
  listCart,
  payOrder,
  presentOrder,
  presentDelivery,
  presentInvoice,
  takeItems,
} from "./order.rules.ts";
import type { Wish } from "./order.rules.ts";

interface OrderQuery extends PageQuery {
  status?: OrderStatus;
  archived: boolean;
}

interface OneOrder {
  params: { orderId: number };
}

interface OrderInput {
  shipTo: Address;
  items?: Wish[];
}

export function orderHandlers(shop: Shop): Handlers {
  const { store, seams } = shop;

  function findOrder(orderId: number, mayUse: (order: Order) => boolean): Order {
    const order = store.orders.rows.get(orderId);
    if (order && mayUse(order)) return order;
    throw refuseMissing(`order ${orderId}`);
  }

  return {
    listOrders: customerOperation<{ query: OrderQuery }>(({ query, url }, customer) => {
      const orders = [...store.orders.rows.values()]
        .filter(({ customerId }) => customerId === customer.id)
        .filter(({ isArchived }) => isArchived === query.archived)
        .filter(({ status }) => query.status === undefined || status === query.status)
        .reverse();
      return answerPage(orders, query, {
        maxPageSize: seams.maxPageSize,
        present: presentOrder,
        url,
      });
    }),
    createOrder: customerOperation<{ body: OrderInput }>(({ body }, customer) => {
      const order = placeOrder(shop, customer, body);
      return answerCreated(`/orders/${order.id}`, presentOrder(order));
    }),
    getOrder: customerOperation<OneOrder>(({ params }, customer) =>
      answerOk(presentOrder(findOrder(params.orderId, (one) => seams.mayReadOrder(customer, one)))),
    ),
    writeReceipt: customerOperation<OneOrder & { query: { line: string } }>(
      ({ params, query }, customer) => {
        const order = findOrder(params.orderId, (one) => one.customerId === customer.id);
        const lines = order.items.map(({ quantity, title, unitPriceCents }) =>
          seams.fillLine(query.line, {
            quantity: String(quantity),
            title,
            price: (unitPriceCents / 100).toFixed(2),
          }),
        );
        return answerOk({ orderId: order.id, lines });
      },
    ),
    getInvoice: customerOperation<{ query: { orderId: number } }>(({ query }, customer) =>
      answerOk(
        presentInvoice(findOrder(query.orderId, (one) => seams.mayReadInvoice(customer, one))),
      ),
    ),
    listCustomerOrders: customerOperation<{ params: { customerId: number } }>(
      ({ params: { customerId } }, customer) => {
        if (!seams.mayListOrders(customer, customerId) || !store.customers.rows.has(customerId))
          throw refuseMissing(`customer ${customerId}`);
        const orders = [...store.orders.rows.values()].filter(
          (one) => one.customerId === customerId,
        );
        return answerOk(orders.toReversed().map(presentOrder));
      },
    ),
    getDelivery: customerOperation<OneOrder>(({ params }, customer) => {
      const order = findOrder(params.orderId, (one) => one.customerId === customer.id);
      if (seams.isDelivered(order)) return answerOk(presentDelivery(order));
      throw new BookshopProblem("ORDER_NOT_PAID", "An order is sent once it is paid.");
    }),
    payOrder: customerOperation<OneOrder & { body: { method: PaymentMethod } }>(
      ({ params, body }, customer) => {
        const order = findOrder(params.orderId, (one) => one.customerId === customer.id);
        payOrder(order, body.method, shop.readNow());
        return answerOk(presentOrder(order));
      },
    ),
    cancelOrder: customerOperation<OneOrder>(({ params }, customer) => {
      const order = findOrder(params.orderId, (one) => seams.mayCancelOrder(customer, one));
      cancelOrder(store, order, shop.readNow());
      return answerOk(presentOrder(order));
    }),
  };
}

/** Orders the items of the request, or else those of the cart, which is then emptied. */
function placeOrder({ store, readNow }: Shop, customer: Customer, input: OrderInput): Order {
  const wishes = input.items ?? listCart(store, customer);
  if (wishes.length === 0) {
    throw new BookshopProblem("CART_EMPTY", "Put books into the cart, or send items.");
  }
  const items = takeItems(store, wishes);
  if (!input.items) store.carts.delete(customer.id);
  return store.orders.add({
    customerId: customer.id,
    status: "pending",
    isArchived: false,
    items,
    shipTo: input.shipTo,
    paymentMethod: null,
    createdAt: readNow().toISOString(),
    paidAt: null,
    cancelledAt: null,
  });
}
