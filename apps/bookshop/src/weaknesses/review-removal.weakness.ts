import type { Weakness } from "./weakness.ts";

export const reviewRemoval: Weakness = {
  name: "review-removal",
  title: "Reviews of others can be deleted",
  owasp: "API1:2023",
  summary:
    "DELETE /reviews/{reviewId} does not check who wrote the review. No other method of reviews has this flaw.",
  found: ["SVC01002 DELETE /reviews/{reviewId}"],
  apply: () => ({ mayRemoveReview: () => true }),
};
