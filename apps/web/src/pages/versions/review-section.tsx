import { useCan, useOrganization } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentList } from "./comment-list.tsx";
import { useReview } from "./use-review.ts";
import styles from "./compare.module.css";

/** Approves the comparison; a decision that was made can be taken back. */
export function OwnDecision({ baseline }: { readonly baseline: string }) {
  const { own, decide, canDecide } = useOwnDecision(baseline);
  if (!canDecide) return null;
  return own === undefined ? (
    <Button kind="primary" isDisabled={decide.isPending} onPress={() => decide.mutate("approved")}>
      Approve
    </Button>
  ) : (
    <Button isDisabled={decide.isPending} onPress={() => decide.mutate("none")}>
      {own.decision === "approved" ? "Withdraw approval" : "Withdraw request"}
    </Button>
  );
}

function useOwnDecision(baseline: string) {
  const { session } = useOrganization();
  const { query, decide } = useReview(baseline);
  const own = query.data?.decisions.find(({ reviewer }) => reviewer.id === session.user.id);
  return { own, decide, canDecide: useCan("specs:write") && query.data !== undefined };
}

function RequestChanges({ baseline }: { readonly baseline: string }) {
  const { own, decide, canDecide } = useOwnDecision(baseline);
  if (!canDecide || own?.decision === "changesRequested") return null;
  return (
    <>
      <Button isDisabled={decide.isPending} onPress={() => decide.mutate("changesRequested")}>
        Request changes
      </Button>
      <Refusal error={decide.error} />
    </>
  );
}

/** Who decided what, and the comments on the comparison as a whole. */
export function ReviewSection({ baseline }: { readonly baseline: string }) {
  const { query, comment } = useReview(baseline);
  const canComment = useCan("specs:write");
  return (
    <Section title="Review" actions={<RequestChanges baseline={baseline} />}>
      <QueryView query={query}>
        {({ decisions, comments }) => (
          <>
            <ul className={styles["decisions"]} aria-label="Decisions">
              {decisions.map(({ reviewer, decision, decidedAt }) => (
                <li key={reviewer.id}>
                  <Status of={decision} /> {reviewer.name}{" "}
                  <span className={styles["muted"]}>
                    <Time at={decidedAt} />
                  </span>
                </li>
              ))}
            </ul>
            {decisions.length === 0 && <p className={styles["muted"]}>No decision yet.</p>}
            <CommentList
              comments={comments.filter(({ changeKey }) => changeKey === null)}
              baseline={baseline}
            />
          </>
        )}
      </QueryView>
      {canComment && (
        <CommentForm
          label="Comment on the comparison"
          button="Comment"
          onSubmit={async (text) => void (await comment.mutateAsync({ text, changeKey: null }))}
        />
      )}
    </Section>
  );
}
