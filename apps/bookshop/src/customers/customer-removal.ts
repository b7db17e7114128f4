import { releaseReservation } from "../catalogue/reservation.operations.ts";
import type { Shop } from "../http/shop.ts";
import { cancelOrder } from "../orders/order.rules.ts";
import type { Customer } from "../store/records.ts";

/**
 * Closes an account. Its orders stay for accounting, and pending ones are cancelled; all other data
 * are deleted.
 */
export function removeCustomer({ store, readNow }: Shop, customer: Customer): void {
  for (const order of store.orders.rows.values()) {
    if (order.customerId === customer.id && order.status === "pending") {
      cancelOrder(store, order, readNow());
    }
  }
  for (const reservation of store.reservations.values()) {
    if (reservation.customerId === customer.id) releaseReservation(store, reservation);
  }
  for (const review of store.reviews.rows.values()) {
    if (review.customerId === customer.id) store.reviews.rows.delete(review.id);
  }
  for (const alert of store.stockAlerts.rows.values()) {
    if (alert.customerId === customer.id) store.stockAlerts.rows.delete(alert.id);
  }
  for (const wish of store.wishes.rows.values()) {
    if (wish.customerId === customer.id) store.wishes.rows.delete(wish.id);
  }
  store.carts.delete(customer.id);
  store.customers.rows.delete(customer.id);
}
