import type { ReactNode } from "react";
import type { ShownQuery } from "../api/shown-query.ts";
import { describeError, requestIdOf } from "../api/refusal.ts";
import { Failure, LoadingRows } from "./view-state.tsx";

export interface QueryViewProps<Value> {
  readonly query: ShownQuery<Value>;
  readonly children: (value: Value) => ReactNode;
}

/** What a query has read; what is shown already stays while it is read again, also if that fails. */
export function QueryView<Value>({ query, children }: QueryViewProps<Value>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <LoadingRows />;
  return (
    <Failure
      text={describeError(query.error)}
      requestId={requestIdOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}
