import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";
import { noticeKinds, noticeMails } from "../words/notices.ts";

const toolset = "notifications";
const base = "/api/notices";

const shared = {
  group: "Notices",
  permission: "org:read",
  context: "organization",
  isStable: false,
} as const;

const Kind = Type.Enum([...noticeKinds], { description: "What the notice is about." });

const UnreadCount = Type.Integer({ minimum: 0, description: "All unread notices of the person." });

export const Notice = record({
  id: Id,
  kind: Kind,
  title: Type.String(),
  text: Type.String(),
  eventType: Type.String(),
  subject: record({ type: Type.String(), id: Id }),
  projectId: nullable(Id),
  createdAt: Timestamp,
  readAt: nullable(Timestamp),
});
export type Notice = Static<typeof Notice>;

export const listNotices = operation({
  ...shared,
  name: "listNotices",
  title: "List notices",
  summary:
    "List what the person is to know: ends of what they depend on, failed runs, new findings, dead webhooks. The newest come first.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: base },
  tool: { name: "list_notices", toolset },
  input: {
    isUnread: Type.Optional(Type.Boolean({ description: "true: only unread notices." })),
    kind: Type.Optional(Kind),
    ...pagingInput,
  },
  output: record({ ...page(Notice).properties, unreadCount: UnreadCount }),
  problems: ["ORG_OPERATION_DENIED"],
});

export const markNoticesRead = operation({
  ...shared,
  name: "markNoticesRead",
  title: "Mark notices as read",
  summary: "Mark some notices of the person as read, or all of them.",
  effect: "write",
  isIdempotent: true,
  event: "notice_preferences.updated",
  rest: { method: "POST", path: `${base}/read` },
  tool: { name: "mark_notices_read", toolset },
  input: {
    ids: Type.Optional(
      Type.Array(Id, { maxItems: 100, description: "The notices to mark; all unless given." }),
    ),
  },
  output: record({ unreadCount: UnreadCount }),
  problems: ["ORG_OPERATION_DENIED"],
});

const NoticePreference = record({
  kind: Kind,
  inApp: Type.Boolean({ description: "Whether the list of notices shows them." }),
  mail: Type.Enum([...noticeMails], {
    description: "Whether they are mailed at once, once a day with others, or not.",
  }),
});
export type NoticePreference = Static<typeof NoticePreference>;

const NoticePreferences = record({
  preferences: Type.Array(NoticePreference),
  isMailConfigured: Type.Boolean({ description: "Whether the server can send mail." }),
});

export const getNoticePreferences = operation({
  ...shared,
  name: "getNoticePreferences",
  title: "Read your notice preferences",
  summary: "Shows for each kind of notice how the person gets it in this organization.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: `${base}/preferences` },
  input: {},
  output: NoticePreferences,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateNoticePreferences = operation({
  ...shared,
  name: "updateNoticePreferences",
  title: "Change your notice preferences",
  summary: "Changes how the person gets notices of the given kinds.",
  effect: "write",
  isIdempotent: true,
  event: "notice_preferences.updated",
  rest: { method: "PATCH", path: `${base}/preferences` },
  input: {
    preferences: Type.Array(NoticePreference, {
      minItems: 1,
      maxItems: noticeKinds.length,
      description: "The kinds to change; others keep their channels.",
    }),
  },
  output: NoticePreferences,
  problems: ["ORG_OPERATION_DENIED"],
});

/** Called by the page that the link in a mail names, and by mail programs (RFC 8058). */
export const unsubscribeFromNotices = operation({
  name: "unsubscribeFromNotices",
  title: "Unsubscribe from mail",
  summary: "Ends mail about one kind of notice, for the person and organization of the link.",
  group: "Notices",
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "notice_preferences.updated",
  input: { token: Type.String({ maxLength: 400, description: "The end of the link." }) },
  output: record({ kinds: Type.Array(Kind) }),
  problems: ["CODE_INVALID"],
});
