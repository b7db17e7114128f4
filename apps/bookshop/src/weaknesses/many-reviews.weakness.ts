import type { Weakness } from "./weakness.ts";

export const manyReviews: Weakness = {
  name: "many-reviews",
  title: "A customer can review a book again and again",
  owasp: "API6:2023",
  summary:
    "The rule of one review a customer and book is not enforced, so that one customer decides the rating of a book.",
  found: ["SVC06001 POST /books/{bookId}/reviews"],
  apply: () => ({ mayReview: () => true }),
};
