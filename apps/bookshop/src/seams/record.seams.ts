import type { JsonObject } from "../document/dereference.ts";
import type { Customer, AlertStatus, Order, Review, StockAlert } from "../store/records.ts";

/** The decisions about what of a record a caller sees, sets and removes. */
export interface RecordSeams {
  /** How many reviews a page of the feed has. */
  limitFeed: (asked: number, cursor: number | undefined) => number;
  /** Fields of a review in addition to those that the document names. */
  addReviewFields: (review: Review, reviewer: Customer | undefined) => JsonObject;
  /** The answer to a customer who has just registered. */
  presentNewCustomer: (
    customer: Customer,
    present: (customer: Customer) => JsonObject,
  ) => JsonObject;
  /** The status of a stock alert that is set with these fields. */
  startAlertStatus: (fields: object) => AlertStatus;
  mayRemoveReview: (customer: Customer, review: Review) => boolean;
  mayCancelOrder: (customer: Customer, order: Order) => boolean;
  /** Whether an order is billed to a customer; otherwise its invoice is not found. */
  mayReadInvoice: (customer: Customer, order: Order) => boolean;
  /** Whether a customer can list the orders of an account. */
  mayListOrders: (customer: Customer, customerId: number) => boolean;
  mayListWishes: (customer: Customer, customerId: number) => boolean;
  mayAddWish: (customer: Customer, customerId: number) => boolean;
  mayMoveAlert: (customer: Customer, alert: StockAlert) => boolean;
  mayPauseAlert: (customer: Customer, alert: StockAlert) => boolean;
  mayWithdrawAlert: (customer: Customer, alert: StockAlert) => boolean;
}

const maxFeed = 50;

export const soundRecordSeams: RecordSeams = {
  limitFeed: (asked) => Math.min(asked, maxFeed),
  addReviewFields: () => ({}),
  presentNewCustomer: (customer, present) => present(customer),
  startAlertStatus: () => "waiting",
  mayRemoveReview: (customer, review) => review.customerId === customer.id,
  mayCancelOrder: (customer, order) => order.customerId === customer.id,
  mayReadInvoice: (customer, order) => order.customerId === customer.id,
  mayListOrders: (customer, customerId) => customerId === customer.id,
  mayListWishes: (customer, customerId) => customerId === customer.id,
  mayAddWish: (customer, customerId) => customerId === customer.id,
  mayMoveAlert: (customer, alert) => alert.customerId === customer.id,
  mayPauseAlert: (customer, alert) => alert.customerId === customer.id,
  mayWithdrawAlert: (customer, alert) => alert.customerId === customer.id,
};
