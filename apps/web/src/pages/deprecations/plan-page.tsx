import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useApi, useProject } from "../../api/scope.ts";
import { MarkdownText } from "../../parts/markdown-text.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Properties } from "../../parts/properties.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { CallersView } from "./callers-view.tsx";
import { PlanActions } from "./plan-actions.tsx";
import { PlanNotices } from "./plan-notices.tsx";
import { PlanSteps } from "./plan-steps.tsx";
import { nameOfPlan, type ListedPlan } from "./plan-table.tsx";
import { PlanTraffic } from "./plan-traffic.tsx";
import { showDay } from "./show-day.ts";
import styles from "./deprecation.module.css";

const route = getRouteApi("/$org/$project/deprecations/$plan");

/** A plan from its request to its end, whatever its result. */
export function PlanPage() {
  const { plan: planId } = route.useParams();
  const { id: projectId } = useProject();
  const plans = useQuery(useApi().query("listDeprecationPlans", { projectId, planId }));
  return (
    <QueryView query={plans}>
      {({ items: [plan] }) =>
        plan === undefined ? (
          <Page title="Deprecation">
            <Empty text="This plan does not exist, or you cannot see it." />
          </Page>
        ) : (
          <PlanView plan={plan} />
        )
      }
    </QueryView>
  );
}

/** The phases in which a plan has an end ahead or behind it. */
const goneWithout = new Set<ListedPlan["phase"]>(["rejected", "cancelled"]);

function PlanView({ plan }: { readonly plan: ListedPlan }) {
  const isLive = !goneWithout.has(plan.phase);
  return (
    <Page
      title={nameOfPlan(plan)}
      note={<Status of={plan.phase} />}
      actions={<PlanActions plan={plan} />}
      rail={<PlanFacts plan={plan} />}
    >
      <PlanSteps plan={plan} />
      {plan.phase === "pendingApproval" && (
        <p className={styles["request"]}>
          {plan.requestedBy} asks for this plan. Everybody who may publish specifications can
          approve it, also the person who asks.
        </p>
      )}
      {plan.trialBrownOut !== null && (
        <p role="status" className={styles["note"]}>
          A trial brown-out answers calls with 410 until{" "}
          {new Date(plan.trialBrownOut.endsAt).toLocaleTimeString("en", { timeStyle: "short" })}.
        </p>
      )}
      {plan.reviewComment !== null && (
        <Section title="Review">
          <p className={styles["text"]}>
            {plan.reviewedBy}: {plan.reviewComment}
          </p>
        </Section>
      )}
      {plan.forceJustification !== null && (
        <Section title="Forced">
          <p className={styles["text"]}>{plan.forceJustification}</p>
        </Section>
      )}
      <Section title="Migration guide">
        {plan.migrationGuide === null ? (
          <p className={styles["note"]}>None.</p>
        ) : (
          <MarkdownText text={plan.migrationGuide} />
        )}
      </Section>
      {isLive && <PlanTraffic plan={plan} />}
      <Section title="Who still calls">
        <CallersView planId={plan.id} />
      </Section>
      {isLive && plan.phase !== "retired" && <PlanNotices plan={plan} />}
    </Page>
  );
}

function PlanFacts({ plan }: { readonly plan: ListedPlan }) {
  const params = route.useParams();
  const { versionId, specId, entityType, entityId, specName } = plan;
  const place = { ...params, spec: specId, version: versionId ?? "" };
  const ends = [
    ...(plan.enableWarningHeader ? ["Header that announces it"] : []),
    ...(plan.autoShutdown
      ? [`410 from the sunset, ${plan.softShutdownDays} days of brown-outs`]
      : []),
    ...(plan.enableRateLimiting ? [`Limit reduced by ${plan.rateLimitReductionPercent} %`] : []),
  ];
  return (
    <Properties
      items={[
        { name: "Phase", value: <Status of={plan.phase} /> },
        {
          name: "Days left",
          value: plan.phase === "gracePeriod" || plan.phase === "sunset" ? plan.daysLeft : null,
        },
        {
          name: "Specification",
          value:
            versionId === null ? (
              specName
            ) : (
              <Link to="/$org/$project/specs/$spec/$version" params={place}>
                {specName}
              </Link>
            ),
        },
        {
          name: "Endpoint",
          value:
            entityType === "endpoint" && versionId !== null ? (
              <Link
                to="/$org/$project/specs/$spec/$version/endpoints/$endpoint"
                params={{ ...place, endpoint: entityId }}
              >
                {plan.entityLabel}
              </Link>
            ) : null,
        },
        {
          name: "Successor",
          value: plan.successor === null ? null : <SuccessorLink of={plan.successor} />,
        },
        { name: "Requested", value: <Time at={plan.requestedAt} /> },
        { name: "Requested by", value: plan.requestedBy },
        { name: "Reviewed by", value: plan.reviewedBy },
        { name: "Sunset", value: hasSunset(plan) ? showDay(plan.sunsetAt) : null },
        { name: "Calls", value: ends.length === 0 ? "Answered as before" : ends.join(", ") },
      ]}
    />
  );
}

/** Without one, the date of the plan no longer matters. */
const hasSunset = ({ phase, retiredEarly }: ListedPlan): boolean =>
  !retiredEarly && !goneWithout.has(phase);

function SuccessorLink({ of }: { readonly of: NonNullable<ListedPlan["successor"]> }) {
  const params = route.useParams();
  const { label, specId: spec, versionId: version, endpointId: endpoint } = of;
  if (version === null || endpoint === null) return label;
  return (
    <Link
      to="/$org/$project/specs/$spec/$version/endpoints/$endpoint"
      params={{ ...params, spec, version, endpoint }}
    >
      {label}
    </Link>
  );
}
