import type { NoticeKind, NoticeMail } from "@lintel/contract/words/notices";

export const kindNames: Readonly<Record<NoticeKind, string>> = {
  deprecation: "Deprecations",
  runs: "Failed runs",
  findings: "New findings",
  webhooks: "Webhooks",
  membership: "Membership",
};

export const mailNames: Readonly<Record<NoticeMail, string>> = {
  atOnce: "Mail at once",
  digest: "Mail once a day",
  off: "No mail",
};
