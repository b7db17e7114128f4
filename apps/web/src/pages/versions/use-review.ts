import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Input, Output } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { useVersionPlace } from "../../design/use-version.ts";

export type Review = Output<"getReview">;
export type ReviewComment = Review["comments"][number];
export type Decision = Input<"decideReview">["decision"];

/** The review of the version against a baseline, and what can be done in it. */
export function useReview(baselineVersionId: string) {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useVersionPlace();
  const call = { ...place, baselineVersionId };
  const query = api.query("getReview", call);
  const settle = { onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }) };
  return {
    query: useQuery(query),
    comment: useMutation({
      mutationFn: ({ text, changeKey }: { text: string; changeKey: string | null }) =>
        api.call("addReviewComment", {
          ...call,
          text,
          ...(changeKey === null ? {} : { changeKey }),
        }),
      ...settle,
    }),
    change: useMutation({
      mutationFn: ({
        comment: { id, rowVersion },
        ...fields
      }: {
        comment: ReviewComment;
        text?: string;
        isResolved?: boolean;
      }) => api.call("updateReviewComment", { ...call, commentId: id, rowVersion, ...fields }),
      ...settle,
    }),
    remove: useMutation({
      mutationFn: ({ id }: ReviewComment) =>
        api.call("deleteReviewComment", { ...call, commentId: id }),
      ...settle,
    }),
    decide: useMutation({
      mutationFn: (decision: Decision) => api.call("decideReview", { ...call, decision }),
      ...settle,
    }),
  };
}
