import { Link } from "@tanstack/react-router";
import type { Item } from "../../api/api.ts";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { kindNames } from "./notice-words.ts";
import styles from "./notices.module.css";

export type Notice = Item<"listNotices">;

export const noticeColumns: readonly Column<Notice>[] = [
  { name: "Notice", cell: (notice) => <NoticeLink notice={notice} /> },
  { name: "Kind", width: "130px", isMinor: true, cell: ({ kind }) => kindNames[kind] },
  {
    name: "State",
    width: "90px",
    isMinor: true,
    cell: ({ readAt }) => (readAt === null ? "Unread" : "Read"),
  },
  { name: "When", width: "110px", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function NoticeLink({ notice: { id, title, readAt } }: { readonly notice: Notice }) {
  return (
    <Link
      to="."
      search={(old: object) => ({ ...old, open: id })}
      className={readAt === null ? (styles["unread"] ?? "") : ""}
    >
      {title}
    </Link>
  );
}
