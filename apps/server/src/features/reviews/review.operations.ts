import * as declared from "@lintel/contract/operations/review";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { addComment, changeComment, decide, readReview, removeComment } from "./review.service.ts";

export function reviewOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.getReview, readReview),
    implement(declared.addReviewComment, (context, input) => addComment(platform, context, input)),
    implement(declared.updateReviewComment, changeComment),
    implement(declared.deleteReviewComment, removeComment),
    implement(declared.decideReview, decide),
  ];
}
