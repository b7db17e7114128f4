import { CircleCheck, CircleX, Info } from "lucide-react";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Output } from "../../api/api.ts";
import { countOf } from "../../parts/count-words.ts";
import tones from "../../styles/tones.module.css";
import { listViolations } from "./list-violations.ts";
import { showDay } from "./show-day.ts";
import styles from "./deprecation.module.css";

type Preview = Output<"previewDeprecation">;

/** What would happen: what the policy says, who is notified, and who still calls. */
export function AnnounceChecks({ preview }: { readonly preview: Preview }) {
  const { violations, livePlanId, requiresApproval, recipients, usage } = preview;
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <div className={styles["checks"]} role="status" aria-label="Checks">
      <ul>
        {livePlanId !== null && (
          <Check tone="bad">
            It has a plan already.{" "}
            <Link
              to="/$org/$project/deprecations/$plan"
              params={{ org, project, plan: livePlanId }}
            >
              Open it
            </Link>
          </Check>
        )}
        {listViolations(preview).map(({ code, message }) => (
          <Check key={code} tone="bad">
            {message}
          </Check>
        ))}
        {violations.length === 0 && <Check tone="good">The policy allows this plan.</Check>}
        <Check tone="info">
          Sunset phase from {showDay(preview.sunsetPhaseStartsAt)}, sunset on{" "}
          {showDay(preview.sunsetAt)}.
        </Check>
        {requiresApproval && <Check tone="info">The plan waits for an approval.</Check>}
        <Check tone="info">
          {countOf(usage.totalRequests, "call")} of {countOf(usage.consumerCount, "consumer")} in
          the last {usage.daysBack} days.
        </Check>
        <Check tone="info">
          {recipients.length === 0
            ? "No owner of a dependent is notified."
            : `Notified: ${recipients.map(({ email }) => email).join(", ")}.`}
        </Check>
      </ul>
    </div>
  );
}

const icons = { good: CircleCheck, bad: CircleX, info: Info };

function Check({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <li>
      <Icon size={16} strokeWidth={1.5} aria-hidden className={tones[tone]} />
      <span>{children}</span>
    </li>
  );
}
