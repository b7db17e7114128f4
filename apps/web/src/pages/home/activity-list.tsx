import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { nameNoun } from "../../parts/subject-noun.ts";
import { Time } from "../../parts/time.tsx";
import { ActivityLink } from "./activity-link.tsx";
import { nameChange, type Activity } from "./activity-words.ts";
import styles from "./home.module.css";

export interface ActivityListProps {
  readonly title: string;
  /** Of this project alone; absent: of all that the person sees. */
  readonly projectId?: string;
  /** Only what failed. Then nothing is shown where nothing did. */
  readonly isFailure?: boolean;
  readonly since?: string;
  /** Changes after it are marked; null: this is the first visit. */
  readonly lastVisit?: Date | null;
  /** How many are shown first. */
  readonly take: number;
}

const most = 100;

/** What changed, the newest first. */
export function ActivityList(props: ActivityListProps) {
  const { title, projectId, isFailure, since, take } = props;
  const [isWhole, setIsWhole] = useState(false);
  const input = {
    take: isWhole ? most : take,
    ...(projectId === undefined ? {} : { projectId }),
    ...(since === undefined ? {} : { since }),
    ...(isFailure === true ? { isFailure } : {}),
  };
  const query = useQuery({
    ...useApi().query("listActivity", input),
    placeholderData: (before) => before,
  });
  if (isFailure === true && (query.data?.totalCount ?? 0) === 0) return null;
  return (
    <Section title={title}>
      <QueryView query={query}>
        {({ items, totalCount }) => (
          <>
            {items.length === 0 && <p className={styles["none"]}>Nothing changed yet.</p>}
            <ul className={styles["list"]} aria-label={title}>
              {items.map((item) => (
                <ActivityRow
                  key={`${item.subject.type}${item.subject.id}`}
                  item={item}
                  lastVisit={props.lastVisit ?? null}
                  hasProject={projectId === undefined}
                />
              ))}
            </ul>
            {!isWhole && totalCount > items.length && (
              <Button kind="quiet" onPress={() => setIsWhole(true)}>
                Show the last {Math.min(totalCount, most)} changes
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface RowProps {
  readonly item: Activity;
  readonly lastVisit: Date | null;
  readonly hasProject: boolean;
}

function ActivityRow({ item, lastVisit, hasProject }: RowProps) {
  const { subject, project, actor, changeCount, occurredAt } = item;
  const isNew = lastVisit !== null && new Date(occurredAt) > lastVisit;
  const change = nameChange(item);
  const isBad = change === "failed";
  return (
    <li className={styles["row"]}>
      <span className={styles["name"]}>
        {isNew && <span className={styles["new"]} role="img" aria-label="New" />}
        <ActivityLink activity={item} />
      </span>
      <span className={`${styles["change"]} ${isBad ? styles["bad"] : ""}`}>
        {nameNoun(subject.type)} {change}
        {changeCount > 1 && `, ${changeCount} changes`}
      </span>
      <span className={styles["who"]}>{actor.name ?? (actor.type === "user" ? "" : "Lintel")}</span>
      {hasProject && <span className={styles["project"]}>{project.name}</span>}
      <span className={styles["age"]}>
        <Time at={occurredAt} />
      </span>
    </li>
  );
}
