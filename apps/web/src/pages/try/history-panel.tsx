import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { X } from "lucide-react";
import { queryClient } from "../../api/query-client.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Method } from "../../parts/method.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import styles from "./try.module.css";

/** What the person sent in the project, the newest first. */
export function HistoryPanel() {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const canSend = useCan("tests:execute");
  const history = useQuery(api.query("listSentRequests", { projectId, take: 100 }));
  const clear = useMutation({
    mutationFn: () => api.call("clearSentRequests", { projectId }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [api.organization, "listSentRequests"] }),
  });
  const remove = useChange(api, "deleteSentRequest", ["listSentRequests"]);
  const hasAny = (history.data?.items.length ?? 0) > 0;
  return (
    <nav aria-label="History" className={styles["history"]}>
      <div className={styles["head"]}>
        <h2>History</h2>
        {canSend && hasAny && (
          <Button kind="quiet" onPress={() => clear.mutate()} isDisabled={clear.isPending}>
            Clear
          </Button>
        )}
      </div>
      <div className={styles["list"]}>
        <QueryView query={history}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={styles["note"]}>
                Nothing sent yet. Only you see your requests, for 30 days.
              </p>
            ) : (
              items.map(({ id, method, url, status, sentAt }) => (
                <div key={id} className={styles["entry"]}>
                  <Link
                    className={styles["item"]}
                    to="/$org/$project/try/$sent"
                    params={{ org, project, sent: id }}
                  >
                    <Method name={method} />
                    <span className={styles["path"]} title={url}>
                      {url.replace(/^https?:\/\/[^/]+/, "") || "/"}
                    </span>
                    <span>{status ?? "–"}</span>
                    <span className={styles["age"]}>
                      <Time at={sentAt} />
                    </span>
                  </Link>
                  {canSend && (
                    <IconButton
                      label={`Delete ${method} ${url} from the history`}
                      isDisabled={remove.isPending}
                      onPress={() => remove.mutate({ projectId, requestId: id })}
                    >
                      <X size={14} strokeWidth={1.5} aria-hidden />
                    </IconButton>
                  )}
                </div>
              ))
            )
          }
        </QueryView>
      </div>
    </nav>
  );
}
