import type { NoticeKind, NoticeMail } from "@lintel/contract/words/notices";
import type { At } from "../../platform/database/column.types.ts";

export interface NoticeRow {
  organizationId: string;
  userId: string;
  id: string;
  /** What it is a notice of: a person gets one notice of a cause. */
  cause: string;
  kind: NoticeKind;
  title: string;
  text: string;
  eventType: string;
  subjectType: string;
  subjectId: string;
  projectId: string | null;
  /** Whether the list of notices has it. */
  isShown: boolean;
  waitsForDigest: boolean;
  createdAt: At;
  readAt: At | null;
}

export interface NoticePreferenceRow {
  organizationId: string;
  userId: string;
  kind: NoticeKind;
  inApp: boolean;
  mail: NoticeMail;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    notice: NoticeRow;
    noticePreference: NoticePreferenceRow;
  }
}
