import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queryClient } from "../../api/query-client.ts";
import { useApi, useOrganization } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import styles from "./home.module.css";

const shown = 5;

/** The notices that the person has not read; nothing where there are none. */
export function WaitingList() {
  const api = useApi();
  const org = useOrganization().organization.slug;
  const { data } = useQuery(api.query("listNotices", { isUnread: true, take: shown }));
  const read = useMutation({
    mutationFn: (id: string) => api.call("markNoticesRead", { ids: [id] }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [api.organization, "listNotices"] }),
  });
  if (data === undefined || data.items.length === 0) return null;
  const rest = data.unreadCount - data.items.length;
  return (
    <Section title="Waits for you">
      <ul className={styles["list"]} aria-label="Waits for you">
        {data.items.map(({ id, title, text, createdAt }) => (
          <li key={id} className={styles["notice"]}>
            <span className={styles["name"]}>
              <Link to="/$org/notices" params={{ org }} search={{ open: id }}>
                {title}
              </Link>
            </span>
            <span className={styles["text"]}>{text}</span>
            <span className={styles["age"]}>
              <Time at={createdAt} />
            </span>
            <Button kind="quiet" onPress={() => read.mutate(id)}>
              Mark read
            </Button>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Link to="/$org/notices" params={{ org }}>
          {rest} more
        </Link>
      )}
    </Section>
  );
}
