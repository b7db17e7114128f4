import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record, RowVersion, Timestamp } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { reviewDecisions } from "../words/design.ts";

const group = "Reviews";
const toolset = "specs";
const base =
  "/api/projects/{projectId}/specs/{specId}/versions/{versionId}/reviews/{baselineVersionId}";

const place = {
  specId: idOf("The specification."),
  versionId: idOf("The version that is reviewed."),
  baselineVersionId: idOf("The earlier version with which it is compared."),
};

const Text = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: "^\\s*[^\\s\\u0000][^\\u0000]*$",
  description: "The comment, in Markdown.",
});

const Person = record({
  id: Type.String({ description: "The id of the person, or the name of another caller." }),
  name: Type.String(),
});

const ReviewComment = record({
  id: Id,
  author: Person,
  changeKey: nullable(
    Type.String({ description: "The change that it is about; null: the whole comparison." }),
  ),
  text: Type.String(),
  isResolved: Type.Boolean(),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});

export const getReview = operation({
  name: "getReview",
  title: "Read a review",
  summary:
    "Read the review of a comparison of two versions: who approved it or asked for changes, and the comments.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_review", toolset },
  rest: { method: "GET", path: base },
  input: place,
  output: record({
    decisions: Type.Array(
      record({
        reviewer: Person,
        decision: Type.Enum([...reviewDecisions]),
        decidedAt: Timestamp,
      }),
      { description: "The last decision of each reviewer, of the version as it was at that time." },
    ),
    comments: Type.Array(ReviewComment, { description: "The oldest first; at most 500." }),
  }),
  problems: [],
});

export const addReviewComment = operation({
  name: "addReviewComment",
  title: "Comment on a comparison",
  summary: "Write a comment in the review of two versions, about one change or about all of it.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "review.commented",
  tool: { name: "add_review_comment", toolset },
  rest: { method: "POST", path: `${base}/comments`, status: 201 },
  input: {
    ...place,
    text: Text,
    changeKey: Type.Optional(
      Type.String({
        maxLength: 1000,
        pattern: "^[^\\u0000]*$",
        description:
          "The change that it is about: its rule and pointer in the comparison, joined by a space. Default: none.",
      }),
    ),
  },
  output: ReviewComment,
  problems: ["TOO_MANY_COMMENTS"],
});

const commentId = idOf("The comment.");

export const updateReviewComment = operation({
  name: "updateReviewComment",
  title: "Change a review comment",
  summary: "Correct your comment in a review, or mark any comment as resolved or open.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "review.comment_updated",
  tool: { name: "update_review_comment", toolset },
  rest: { method: "PATCH", path: `${base}/comments/{commentId}` },
  input: {
    ...place,
    commentId,
    rowVersion: RowVersion,
    text: Type.Optional(Text),
    isResolved: Type.Optional(
      Type.Boolean({ description: "Whether what the comment asks for is done." }),
    ),
  },
  output: ReviewComment,
  problems: ["CONCURRENCY_CONFLICT", "ROLE_INSUFFICIENT"],
});

export const deleteReviewComment = operation({
  name: "deleteReviewComment",
  title: "Delete a review comment",
  summary: "Delete your comment in a review; with the permission specs:delete, that of anybody.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "review.comment_deleted",
  tool: { name: "delete_review_comment", toolset },
  rest: { method: "DELETE", path: `${base}/comments/{commentId}` },
  input: { ...place, commentId },
  output: null,
  problems: ["ROLE_INSUFFICIENT"],
});

export const decideReview = operation({
  name: "decideReview",
  title: "Approve a comparison",
  summary:
    "Approve the changes of a version in its review, ask for others, or withdraw your decision. Publishing does not require an approval.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "review.decided",
  tool: { name: "decide_review", toolset },
  rest: { method: "PUT", path: `${base}/decision`, status: 204 },
  input: {
    ...place,
    decision: Type.Enum([...reviewDecisions, "none"], {
      description: "Your decision; none withdraws it.",
    }),
  },
  output: null,
  problems: [],
});
