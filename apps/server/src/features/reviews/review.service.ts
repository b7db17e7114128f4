import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/review";
import { findVersion, type VisibleVersion } from "../../domain/design/version-visibility.ts";
import { roleInsufficient } from "../../platform/credentials/member-access.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import {
  countComments,
  deleteCommentRow,
  insertComment,
  selectComment,
  selectComments,
  selectDecisions,
  updateComment,
  writeDecision,
  type ComparisonPlace,
  type StoredComment,
} from "./review.store.ts";

type Comment = OutputOf<typeof declared.addReviewComment>;
type Place = InputOf<typeof declared.getReview>;

/** How many comments the review of two versions has at most. */
export const maxComments = 500;

interface Comparison extends ComparisonPlace {
  readonly version: VisibleVersion;
}

export async function readReview(
  context: ProjectContext,
  input: Place,
): Promise<OutputOf<typeof declared.getReview>> {
  const place = await findComparison(context, input);
  const decisions = await selectDecisions(context.db, place);
  const comments = await selectComments(context.db, place);
  return {
    decisions: decisions.map(({ reviewer, reviewerName, decision, decidedAt }) => ({
      reviewer: { id: reviewer, name: reviewerName },
      decision,
      decidedAt: decidedAt.toISOString(),
    })),
    comments: comments.map(showComment),
  };
}

export async function addComment(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof declared.addReviewComment>,
): Promise<Comment> {
  const { db, now } = context;
  const { version, ...place } = await findComparison(context, input);
  if ((await countComments(db, place)) >= maxComments) throw new Problem("TOO_MANY_COMMENTS");
  const id = clock.newId();
  await insertComment(db, {
    ...place,
    id,
    author: callerOf(context),
    changeKey: input.changeKey ?? null,
    text: input.text,
    isResolved: false,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1,
  });
  context.emit("review.commented", { subject: toSubject(version), data: { commentId: id } });
  return showComment(await findComment(context, place, id));
}

export async function changeComment(
  context: ProjectContext,
  input: InputOf<typeof declared.updateReviewComment>,
): Promise<Comment> {
  const { text, isResolved, commentId } = input;
  const { version, ...place } = await findComparison(context, input);
  const before = await findComment(context, place, commentId);
  if (text !== undefined && before.author !== callerOf(context)) {
    throw new Problem("ROLE_INSUFFICIENT", "Only the author may change the text of a comment.");
  }
  const change = {
    ...(text === undefined ? {} : { text }),
    ...(isResolved === undefined ? {} : { isResolved }),
    modifiedAt: context.now,
  };
  const isRead = decodeRowVersion(input.rowVersion) === before.rowVersion;
  if (!isRead || !(await updateComment(context.db, before, change)))
    throw conflict(encodeRowVersion(before.rowVersion));
  context.emit("review.comment_updated", { subject: toSubject(version), data: { commentId } });
  return showComment(await findComment(context, place, commentId));
}

export async function removeComment(
  context: ProjectContext,
  input: InputOf<typeof declared.deleteReviewComment>,
): Promise<void> {
  const { version, ...place } = await findComparison(context, input);
  const comment = await findComment(context, place, input.commentId);
  const { principal, projectId } = context;
  const isOwn = comment.author === callerOf(context);
  if (!isOwn && principal.check("specs:delete", { projectId }) !== null)
    throw roleInsufficient("specs:delete");
  await deleteCommentRow(context.db, comment);
  const data = { commentId: input.commentId };
  context.emit("review.comment_deleted", { subject: toSubject(version), data });
}

export async function decide(
  context: ProjectContext,
  input: InputOf<typeof declared.decideReview>,
): Promise<void> {
  const { version, ...place } = await findComparison(context, input);
  const { baselineVersionId } = place;
  const decision = input.decision === "none" ? null : input.decision;
  await writeDecision(context.db, place, callerOf(context), decision, context.now);
  context.emit("review.decided", {
    subject: toSubject(version),
    data: { baselineVersionId, decision: input.decision },
  });
}

async function findComparison(
  context: ProjectContext,
  { specId, versionId, baselineVersionId }: Place,
): Promise<Comparison> {
  const version = await findVersion(context, specId, versionId);
  await findVersion(context, specId, baselineVersionId);
  return { organizationId: context.organizationId, versionId, baselineVersionId, version };
}

async function findComment(
  { db }: ProjectContext,
  place: ComparisonPlace,
  id: string,
): Promise<StoredComment> {
  const comment = await selectComment(db, place, id);
  if (comment === undefined) throw notFound("The comment");
  return comment;
}

const callerOf = ({ principal: { user, actor } }: ProjectContext): string => user?.id ?? actor.name;

const toSubject = ({ versionId, version }: VisibleVersion) =>
  ({ type: "specVersion", id: versionId, name: version }) as const;

function showComment(row: StoredComment): Comment {
  return {
    id: row.id,
    author: { id: row.author, name: row.authorName },
    changeKey: row.changeKey,
    text: row.text,
    isResolved: row.isResolved,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
