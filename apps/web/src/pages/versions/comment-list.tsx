import { Check, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useCan, useOrganization } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Time } from "../../parts/time.tsx";
import { CommentForm } from "./comment-form.tsx";
import { useReview, type ReviewComment } from "./use-review.ts";
import styles from "./compare.module.css";

export interface CommentListProps {
  readonly comments: readonly ReviewComment[];
  readonly baseline: string;
}

/** Comments, the oldest first. Resolved ones are folded to a line. */
export function CommentList({ comments, baseline }: CommentListProps) {
  if (comments.length === 0) return null;
  return (
    <ul className={styles["comments"]} aria-label="Comments">
      {comments.map((comment) => (
        <Comment key={comment.id} comment={comment} baseline={baseline} />
      ))}
    </ul>
  );
}

function Comment({ comment, baseline }: { comment: ReviewComment; baseline: string }) {
  const { author, text, createdAt, isResolved } = comment;
  const { session } = useOrganization();
  const { change, remove } = useReview(baseline);
  const canWrite = useCan("specs:write");
  const canDeleteAny = useCan("specs:delete");
  const [isEdited, setIsEdited] = useState(false);
  const isOwn = author.id === session.user.id;
  const correct = async (next: string) => {
    await change.mutateAsync({ comment, text: next });
    setIsEdited(false);
  };
  const [label, Icon] = isResolved
    ? (["Open again", RotateCcw] as const)
    : (["Resolve", Check] as const);
  return (
    <li className={styles["comment"]}>
      <div className={styles["commentHead"]}>
        <b>{author.name}</b>
        <span className={styles["muted"]}>
          <Time at={createdAt} />
          {isResolved && " · Resolved"}
        </span>
        <span className={styles["commentActions"]}>
          {canWrite && (
            <IconButton
              label={label}
              isDisabled={change.isPending}
              onPress={() => change.mutate({ comment, isResolved: !isResolved })}
            >
              <Icon size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
          {canWrite && isOwn && (
            <IconButton label="Edit comment" onPress={() => setIsEdited(!isEdited)}>
              <Pencil size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
          {((canWrite && isOwn) || canDeleteAny) && (
            <IconButton
              label="Delete comment"
              isDisabled={remove.isPending}
              onPress={() => remove.mutate(comment)}
            >
              <Trash2 size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
        </span>
      </div>
      {isEdited ? (
        <CommentForm
          label="Comment"
          button="Save comment"
          text={text}
          onSubmit={correct}
          onCancel={() => setIsEdited(false)}
        />
      ) : (
        <p className={isResolved ? styles["resolved"] : styles["commentText"]}>{text}</p>
      )}
      <Refusal error={isEdited ? remove.error : (change.error ?? remove.error)} />
    </li>
  );
}
