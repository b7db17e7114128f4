import { randomUUID } from "node:crypto";
import { answerDone, answerOk, customerOperation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Customer, Reservation } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { findBook, returnStock, takeStock } from "./book.rules.ts";

interface OneReservation {
  params: { reservationId: string };
}

/** The number of polls that return `pending`; the next one returns `ready`. */
const pendingPolls = 2;
const retryAfter = { "retry-after": "1" };

export function reservationHandlers({ store, readNow }: Shop): Handlers {
  return {
    reserveStock: customerOperation<{ params: { bookId: number }; body: { quantity: number } }>(
      ({ params, body }, customer) => {
        const book = findBook(store, params.bookId);
        takeStock(book, body.quantity);
        const reservation: Reservation = {
          id: randomUUID(),
          bookId: book.id,
          customerId: customer.id,
          quantity: body.quantity,
          pollsLeft: pendingPolls,
          createdAt: readNow().toISOString(),
        };
        store.reservations.set(reservation.id, reservation);
        return {
          status: 202,
          headers: { ...retryAfter, location: `/reservations/${reservation.id}` },
          body: presentReservation(reservation, "pending"),
        };
      },
    ),
    getReservation: customerOperation<OneReservation>(({ params }, customer) => {
      const reservation = findReservation(store, params.reservationId, customer);
      if (reservation.pollsLeft === 0) return answerOk(presentReservation(reservation, "ready"));
      reservation.pollsLeft -= 1;
      return answerOk(presentReservation(reservation, "pending"), retryAfter);
    }),
    releaseReservation: customerOperation<OneReservation>(({ params }, customer) => {
      releaseReservation(store, findReservation(store, params.reservationId, customer));
      return answerDone();
    }),
  };
}

/** Returns the copies to the stock and deletes the reservation. */
export function releaseReservation(store: Store, reservation: Reservation): void {
  returnStock(store, reservation.bookId, reservation.quantity);
  store.reservations.delete(reservation.id);
}

function findReservation(store: Store, id: string, customer: Customer): Reservation {
  const reservation = store.reservations.get(id);
  if (reservation?.customerId === customer.id) return reservation;
  throw refuseMissing(`reservation ${id}`);
}

function presentReservation(reservation: Reservation, status: "pending" | "ready"): object {
  const { id, bookId, quantity, createdAt } = reservation;
  return { id, bookId, quantity, status, createdAt };
}
