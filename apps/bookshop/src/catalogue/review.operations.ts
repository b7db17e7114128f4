import {
  answerCreated,
  answerDone,
  answerOk,
  customerOperation,
  operation,
} from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { answerPage } from "../http/paging.ts";
import type { PageQuery } from "../http/paging.ts";
import { BookshopProblem, refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Review } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { findBook } from "./book.rules.ts";

interface OneBook {
  params: { bookId: number };
}

interface FeedQuery {
  limit: number;
  cursor?: number;
}

interface OneReview {
  params: { reviewId: number };
}

export function reviewHandlers({ store, seams, readNow }: Shop): Handlers {
  const present = (review: Review) => ({
    ...presentReview(store, review),
    ...seams.addReviewFields(review, store.customers.rows.get(review.customerId)),
  });
  return {
    listReviews: operation<OneBook & { query: PageQuery }>(({ params, query, url }) => {
      const book = findBook(store, params.bookId);
      const reviews = listReviewsOf(store, book.id).reverse();
      return answerPage(reviews, query, { maxPageSize: seams.maxPageSize, present, url });
    }),
    listNewReviews: operation<{ query: FeedQuery }>(({ query: { limit, cursor } }) => {
      const newest = [...store.reviews.rows.values()]
        .reverse()
        .filter(({ id }) => cursor === undefined || id < cursor);
      const size = seams.limitFeed(limit, cursor);
      const items = newest.slice(0, size);
      const nextCursor = newest.length > size ? (items.at(-1)?.id ?? null) : null;
      return answerOk({ items: items.map(present), limit: size, nextCursor });
    }),
    writeReview: customerOperation<OneBook & { body: { rating: number; text: string } }>(
      ({ params, body }, customer) => {
        const book = findBook(store, params.bookId);
        const own = listReviewsOf(store, book.id).find((one) => one.customerId === customer.id);
        if (own && !seams.mayReview(true))
          throw new BookshopProblem("REVIEW_EXISTS", `It is review ${own.id}.`);
        const review = store.reviews.add({
          bookId: book.id,
          customerId: customer.id,
          rating: body.rating,
          text: body.text,
          createdAt: readNow().toISOString(),
        });
        return answerCreated(`/reviews/${review.id}`, present(review));
      },
    ),
    getReview: operation<OneReview>(({ params }) =>
      answerOk(present(findReview(store, params.reviewId))),
    ),
    deleteReview: customerOperation<OneReview>(({ params }, customer) => {
      const review = findReview(store, params.reviewId);
      if (!seams.mayRemoveReview(customer, review)) {
        throw new BookshopProblem("NOT_OWNER", "Only the reviewer can delete a review.");
      }
      store.reviews.rows.delete(review.id);
      return answerDone();
    }),
  };
}

function listReviewsOf(store: Store, bookId: number): Review[] {
  return [...store.reviews.rows.values()].filter((review) => review.bookId === bookId);
}

function findReview(store: Store, reviewId: number): Review {
  const review = store.reviews.rows.get(reviewId);
  if (!review) throw refuseMissing(`review ${reviewId}`);
  return review;
}

function presentReview(store: Store, { customerId, ...fields }: Review): object {
  return { ...fields, reviewer: store.customers.rows.get(customerId)?.name ?? "A reader" };
}
