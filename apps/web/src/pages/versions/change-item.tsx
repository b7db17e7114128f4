import { MessageSquare } from "lucide-react";
import { useState } from "react";
import { useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { Status } from "../../parts/status.tsx";
import type { ListedChange } from "./change-groups.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentList } from "./comment-list.tsx";
import { adviseClients, keyOfChange } from "./for-clients.ts";
import { useReview } from "./use-review.ts";
import styles from "./compare.module.css";

export interface ChangeItemProps {
  readonly change: ListedChange;
  readonly baseline: string;
}

/** One change: what it is, what clients must do, and what is said about it. */
export function ChangeItem({ change, baseline }: ChangeItemProps) {
  const { severity, message, rule } = change;
  const { query, comment } = useReview(baseline);
  const canComment = useCan("specs:write");
  const [isOpen, setIsOpen] = useState(false);
  const changeKey = keyOfChange(change);
  const comments = query.data?.comments.filter((one) => one.changeKey === changeKey) ?? [];
  const say = async (text: string) => {
    await comment.mutateAsync({ text, changeKey });
    setIsOpen(false);
  };
  return (
    <li className={styles["change"]} data-change tabIndex={-1}>
      <div className={styles["changeRow"]}>
        <Status of={`${severity}Change`} />
        <div className={styles["what"]}>
          <p>{message}</p>
          {severity !== "info" && <p className={styles["muted"]}>{adviseClients(change)}</p>}
        </div>
        <code className={styles["rule"]}>{rule}</code>
        {canComment && (
          <IconButton label={`Comment on: ${message}`} onPress={() => setIsOpen(!isOpen)}>
            <MessageSquare size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
      <CommentList comments={comments} baseline={baseline} />
      {isOpen && (
        <CommentForm
          label="Comment"
          button="Comment"
          onSubmit={say}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}
