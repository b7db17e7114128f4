import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { findPlace } from "../../api/subject-place.ts";
import { nameNoun } from "../../parts/subject-noun.ts";
import { useEffect } from "react";
import { useOrganization } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Panel } from "../../parts/panel.tsx";
import { Properties } from "../../parts/properties.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import type { Notice } from "./notice-columns.tsx";
import { kindNames } from "./notice-words.ts";
import styles from "./notices.module.css";

export interface NoticePanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One notice, which is read by being shown. */
export function NoticePanel({ id, onClose }: NoticePanelProps) {
  const { api } = useOrganization();
  const notices = useQuery(api.list("listNotices", {}));
  const read = useChange(api, "markNoticesRead", ["listNotices"]);
  const shown = notices.data?.find((notice) => notice.id === id);
  const isUnread = shown?.readAt === null;
  const { mutate } = read;
  useEffect(() => {
    if (isUnread) mutate({ ids: [id] });
  }, [id, isUnread, mutate]);
  return (
    <Panel title={shown?.title ?? "Notice"} onClose={onClose}>
      <QueryView query={notices}>
        {() =>
          shown === undefined ? (
            <Empty text="This notice is gone." />
          ) : (
            <div className={styles["stack"]}>
              <p className={styles["text"]}>{shown.text}</p>
              <NoticeProperties notice={shown} />
              <Refusal error={read.error} />
            </div>
          )
        }
      </QueryView>
    </Panel>
  );
}

function NoticeProperties({ notice }: { readonly notice: Notice }) {
  const { api, organization } = useOrganization();
  const { data: projects = [] } = useQuery(api.list("listProjects", {}));
  const project = projects.find(({ id }) => id === notice.projectId);
  return (
    <Properties
      items={[
        { name: "Kind", value: kindNames[notice.kind] },
        { name: "When", value: <Time at={notice.createdAt} /> },
        { name: "Event", value: <code>{notice.eventType}</code> },
        {
          name: "Project",
          value: project && (
            <Link to="/$org/$project" params={{ org: organization.slug, project: project.slug }}>
              {project.name}
            </Link>
          ),
        },
        {
          name: "About",
          value: project && (
            <Link {...findPlace(notice.subject, { org: organization.slug, project: project.slug })}>
              {nameNoun(notice.subject.type)}
            </Link>
          ),
        },
      ]}
    />
  );
}
