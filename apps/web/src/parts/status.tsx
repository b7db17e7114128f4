import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import styles from "./status.module.css";

interface Look {
  readonly word: string;
  readonly kind: "good" | "warn" | "bad" | "info" | "plain";
  readonly icon: LucideIcon;
}

/** One table for versions, runs, findings and plans: no status is shown by colour alone. */
const looks: Readonly<Record<string, Look>> = {
  draft: { word: "Draft", kind: "plain", icon: CircleDashed },
  published: { word: "Published", kind: "good", icon: CircleCheck },
  deprecated: { word: "Deprecated", kind: "warn", icon: TriangleAlert },
  passed: { word: "Passed", kind: "good", icon: CircleCheck },
  failed: { word: "Failed", kind: "bad", icon: CircleX },
  error: { word: "Error", kind: "bad", icon: CircleX },
  warn: { word: "Warning", kind: "warn", icon: TriangleAlert },
  running: { word: "Running", kind: "info", icon: Clock },
  queued: { word: "Queued", kind: "plain", icon: Clock },
  cancelled: { word: "Cancelled", kind: "plain", icon: CircleDashed },
};

export function Status({ of }: { readonly of: string }) {
  const look = looks[of] ?? { word: of, kind: "plain", icon: CircleDashed };
  const Icon = look.icon;
  return (
    <span className={`${styles["status"]} ${styles[look.kind]}`}>
      <Icon size={12} strokeWidth={2} aria-hidden />
      {look.word}
    </span>
  );
}
