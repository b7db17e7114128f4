import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { noticeKinds } from "@lintel/contract/words/notices";
import { useApi } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { useRows } from "../../api/use-rows.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import { Select } from "../../parts/select.tsx";
import { Table } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";
import type { NoticesSearch } from "./notices-search.ts";
import { noticeColumns } from "./notice-columns.tsx";
import { NoticePanel } from "./notice-panel.tsx";
import { kindNames } from "./notice-words.ts";
import { PreferencesPanel } from "./preferences-panel.tsx";
import styles from "./notices.module.css";

const route = getRouteApi("/$org/notices");

/** What the person is to know, newest first. */
export function NoticesPage() {
  const { all, kind, open } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/notices" });
  const api = useApi();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const filter = {
    ...(all === true ? {} : { isUnread: true }),
    ...(kind === undefined ? {} : { kind }),
  };
  const notices = useRows("listNotices", filter);
  const { data: counted } = useQuery(api.query("listNotices", { isUnread: true, take: 1 }));
  const read = useChange(api, "markNoticesRead", ["listNotices"]);
  const unread = counted?.unreadCount ?? 0;
  const change = (next: NoticesSearch) => void navigate({ search: (old) => ({ ...old, ...next }) });
  return (
    <Page
      title="Notices"
      note={`${unread} unread`}
      actions={
        <>
          <Button onPress={() => change({ open: "preferences" })}>Preferences</Button>
          <Button
            reason={unread === 0 ? "No notice is unread." : null}
            isDisabled={read.isPending}
            onPress={() => read.mutate({})}
          >
            Mark all as read
          </Button>
        </>
      }
    >
      <div className={styles["filters"]}>
        <Select
          label="Read or unread"
          isBare
          value={all === true ? "all" : "unread"}
          choices={[
            { value: "unread", name: "Unread" },
            { value: "all", name: "All" },
          ]}
          onChange={(next) => change({ all: next === "all" ? true : undefined })}
        />
        <Select
          label="Kind"
          isBare
          value={kind ?? ""}
          choices={[
            { value: "" as const, name: "Every kind" },
            ...noticeKinds.map((value) => ({ value, name: kindNames[value] })),
          ]}
          onChange={(next) => change({ kind: next === "" ? undefined : next })}
        />
      </div>
      <Refusal error={read.error} />
      <QueryView query={notices}>
        {(rows) =>
          rows.count === 0 ? (
            <Empty text={all === true ? "No notices yet." : "No unread notices."}>
              {all !== true && <Button onPress={() => change({ all: true })}>Show all</Button>}
            </Empty>
          ) : (
            <Table
              label="Notices"
              columns={noticeColumns}
              rows={rows}
              keyOf={({ id }) => id}
              selection={{ keys: marked, onChange: setMarked }}
              onPeek={({ id }) => change({ open: id })}
            />
          )
        }
      </QueryView>
      {marked.size > 0 && (
        <SelectionBar
          label="Selected notices"
          count={marked.size}
          onClear={() => setMarked(new Set())}
        >
          <Button
            isDisabled={read.isPending}
            onPress={() =>
              read.mutate(
                { ids: [...marked].slice(0, 100) },
                { onSuccess: () => setMarked(new Set()) },
              )
            }
          >
            Mark as read
          </Button>
        </SelectionBar>
      )}
      {open === "preferences" && <PreferencesPanel onClose={() => change({ open: undefined })} />}
      {open !== undefined && open !== "preferences" && (
        <NoticePanel key={open} id={open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
