import type { Weakness } from "./weakness.ts";

export const reviewEmail: Weakness = {
  name: "review-email",
  title: "Reviews contain the address of the reviewer",
  owasp: "API3:2023",
  summary: "GET and POST of reviews answer with reviewerEmail, which the document does not name.",
  found: [
    "SVC03002 GET /reviews",
    "SVC03002 GET /reviews/{reviewId}",
    "SVC03002 GET /books/{bookId}/reviews",
    "SVC03002 POST /books/{bookId}/reviews",
  ],
  apply: () => ({
    addReviewFields: (_review, reviewer) => ({ reviewerEmail: reviewer?.email ?? null }),
  }),
};
