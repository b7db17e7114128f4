import {
  ChevronDown,
  ChevronsUp,
  ChevronUp,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleSlash,
  CircleX,
  Clock,
  Copy,
  Hourglass,
  Info,
  OctagonAlert,
  Sunset,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { Tone } from "@lintel/tokens/tone.types";
import styles from "./status.module.css";

interface Look {
  readonly word: string;
  /** The word after a number other than 1, where it differs. */
  readonly many?: string;
  readonly kind: Tone;
  readonly icon: LucideIcon;
}

/** One table for versions, runs, keys, connections and deliveries: no status is shown by colour alone. */
const looks: Readonly<Record<string, Look>> = {
  draft: { word: "Draft", kind: "plain", icon: CircleDashed },
  review: { word: "In review", kind: "info", icon: Clock },
  archived: { word: "Archived", kind: "plain", icon: CircleDashed },
  published: { word: "Published", kind: "good", icon: CircleCheck },
  deprecated: { word: "Deprecated", kind: "warn", icon: TriangleAlert },
  passed: { word: "Passed", kind: "good", icon: CircleCheck },
  failed: { word: "Failed", kind: "bad", icon: CircleX },
  error: { word: "Error", many: "errors", kind: "bad", icon: CircleX },
  warn: { word: "Warning", many: "warnings", kind: "warn", icon: TriangleAlert },
  breakingChange: { word: "Breaking", kind: "bad", icon: CircleX },
  warnChange: { word: "To check", kind: "warn", icon: TriangleAlert },
  infoChange: { word: "Safe", kind: "plain", icon: CircleCheck },
  approved: { word: "Approved", kind: "good", icon: CircleCheck },
  changesRequested: { word: "Changes requested", kind: "warn", icon: TriangleAlert },
  running: { word: "Running", kind: "info", icon: Clock },
  queued: { word: "Queued", kind: "plain", icon: Clock },
  active: { word: "Active", kind: "good", icon: CircleCheck },
  verified: { word: "Verified", kind: "good", icon: CircleCheck },
  succeeded: { word: "Delivered", kind: "good", icon: CircleCheck },
  success: { word: "Done", kind: "good", icon: CircleCheck },
  refused: { word: "Refused", kind: "bad", icon: CircleX },
  dead: { word: "Given up", kind: "bad", icon: CircleX },
  failing: { word: "Failing", kind: "warn", icon: TriangleAlert },
  paused: { word: "Paused", kind: "bad", icon: CircleX },
  expired: { word: "Expired", kind: "warn", icon: TriangleAlert },
  pending: { word: "Waiting", kind: "info", icon: Clock },
  inactive: { word: "Inactive", kind: "plain", icon: CircleDashed },
  disabled: { word: "Disabled", kind: "plain", icon: CircleDashed },
  revoked: { word: "Revoked", kind: "plain", icon: CircleDashed },
  blocked: { word: "Blocked", kind: "warn", icon: TriangleAlert },
  skipped: { word: "Skipped", kind: "plain", icon: CircleDashed },
  cancelled: { word: "Cancelled", kind: "plain", icon: CircleDashed },
  completed: { word: "Completed", kind: "good", icon: CircleCheck },
  critical: { word: "Critical", kind: "bad", icon: OctagonAlert },
  high: { word: "High", kind: "bad", icon: ChevronsUp },
  medium: { word: "Medium", kind: "warn", icon: ChevronUp },
  low: { word: "Low", kind: "info", icon: ChevronDown },
  info: { word: "Info", kind: "plain", icon: Info },
  open: { word: "Open", kind: "warn", icon: CircleDot },
  inProgress: { word: "In progress", kind: "info", icon: Clock },
  fixed: { word: "Fixed", kind: "good", icon: CircleCheck },
  falsePositive: { word: "False positive", kind: "plain", icon: CircleSlash },
  acceptedRisk: { word: "Accepted risk", kind: "plain", icon: CircleSlash },
  duplicate: { word: "Duplicate", kind: "plain", icon: Copy },
  pendingApproval: { word: "Waits for approval", kind: "info", icon: Clock },
  gracePeriod: { word: "Grace period", kind: "warn", icon: Hourglass },
  sunset: { word: "Sunset", kind: "bad", icon: Sunset },
  retired: { word: "Retired", kind: "plain", icon: CircleX },
  rejected: { word: "Rejected", kind: "plain", icon: CircleSlash },
};

/** The word of a status, for choices. */
export const wordOf = (status: string): string => looks[status]?.word ?? status;

const countOf = ({ word, many = word }: Look, count: number) =>
  `${count.toLocaleString("en")} ${(count === 1 ? word : many).toLowerCase()}`;

export interface StatusProps {
  readonly of: string;
  /** How many there are of it; absent: one. */
  readonly count?: number;
}

export function Status({ of, count }: StatusProps) {
  const look = looks[of] ?? { word: of, kind: "plain", icon: CircleDashed };
  const Icon = look.icon;
  return (
    <span className={`${styles["status"]} ${styles[look.kind]}`}>
      <Icon size={12} strokeWidth={2} aria-hidden />
      {count === undefined ? look.word : countOf(look, count)}
    </span>
  );
}
