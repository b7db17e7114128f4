/** What a notice is about. A person chooses for each kind how they get it. */
export const noticeKinds = ["deprecation", "runs", "findings", "webhooks", "membership"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** `digest`: with others, once a day. */
export const noticeMails = ["atOnce", "digest", "off"] as const;
export type NoticeMail = (typeof noticeMails)[number];

/** How a person gets notices of a kind. */
export interface NoticeChannels {
  readonly inApp: boolean;
  readonly mail: NoticeMail;
}

/** Until a person chooses otherwise. */
export const defaultChannels: Readonly<Record<NoticeKind, NoticeChannels>> = {
  deprecation: { inApp: true, mail: "atOnce" },
  runs: { inApp: true, mail: "digest" },
  findings: { inApp: true, mail: "atOnce" },
  webhooks: { inApp: true, mail: "atOnce" },
  membership: { inApp: true, mail: "off" },
};
