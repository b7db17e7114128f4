import type { DeprecationPlan, DeprecationUsage } from "@lintel/contract/shapes/deprecation";
import { nameCaller } from "@lintel/contract/words/deprecation";
import type { Target } from "./open-target.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { cleanText } from "../output/clean-text.ts";
import { renderTable } from "../output/text-table.ts";

/** Phases in the words of a sentence. */
const phases: Readonly<Record<DeprecationPlan["phase"], string>> = {
  pendingApproval: "waits for an approval",
  gracePeriod: "in the grace period",
  sunset: "in the sunset phase",
  retired: "retired",
  rejected: "rejected",
  cancelled: "cancelled",
};

/** Prints a plan as it is after a change. */
export function printPlan(
  { terminal }: Target,
  options: OptionValues,
  plan: DeprecationPlan,
): void {
  if (options.isSet("json")) terminal.emit(JSON.stringify(plan, null, 2));
  else terminal.say(renderPlan(plan).join("\n"));
}

/** @param successor - such as `GET /v2/pets/{id}`; null: not shown */
export function renderPlan(plan: DeprecationPlan, successor: string | null = null): string[] {
  const { entityLabel, phase, migrationGuide, reviewComment } = plan;
  const isOver = phase === "rejected" || phase === "cancelled";
  const traffic = `Traffic   ${listMeasures(plan).join(", ") || "unchanged"}`;
  return [
    cleanText(`${entityLabel}  ${phases[phase]}`),
    renderEnd(plan),
    ...(successor === null ? [] : [cleanText(`Successor ${successor}`)]),
    ...(isOver ? [] : [traffic]),
    ...(reviewComment === null ? [] : [cleanText(`Review    ${reviewComment}`)]),
    ...(migrationGuide === null ? [] : ["", ...migrationGuide.trim().split("\n").map(cleanText)]),
  ];
}

/** When it ends or has ended. Without its sunset, the date of a plan no longer matters. */
function renderEnd({ phase, sunsetAt, daysLeft, retiredAt, ...plan }: DeprecationPlan): string {
  if (phase === "rejected") return `Decided   ${showInstant(plan.reviewedAt ?? sunsetAt)}`;
  if (phase === "cancelled") return `Ended     ${showInstant(plan.cancelledAt ?? sunsetAt)}`;
  if (plan.retiredEarly && retiredAt !== null)
    return `Retired   ${showInstant(retiredAt)}, before its sunset on ${showInstant(sunsetAt)}`;
  if (phase === "retired") return `Sunset    ${showInstant(sunsetAt)}`;
  return `Sunset    ${showInstant(sunsetAt)}, in ${daysLeft === 1 ? "1 day" : `${daysLeft} days`}`;
}

function listMeasures(plan: DeprecationPlan): string[] {
  const { enableRateLimiting, rateLimitReductionPercent, autoShutdown, softShutdownDays } = plan;
  return [
    ...(plan.enableWarningHeader ? ["headers"] : []),
    ...(enableRateLimiting ? [`${rateLimitReductionPercent} % fewer requests`] : []),
    ...(autoShutdown && softShutdownDays > 0 ? [`brown-outs for ${softShutdownDays} days`] : []),
    ...(autoShutdown ? ["410 from the sunset on"] : []),
  ];
}

export function renderUsage(usage: DeprecationUsage): string[] {
  const { daysBack, totalRequests, consumerCount, lastCalledAt, topConsumers } = usage;
  if (totalRequests === 0) return [`No calls were reported in the last ${daysBack} days.`];
  const last = lastCalledAt === null ? "" : `, the last at ${showInstant(lastCalledAt)}`;
  const rows = topConsumers.map(({ requests, lastCalledAt: at, ...caller }) => [
    cleanText(nameCaller(caller)),
    String(requests),
    showInstant(at),
  ]);
  return [
    `${totalRequests} calls by ${consumerCount} consumers in ${daysBack} days${last}.`,
    ...renderTable(["CONSUMER", "CALLS", "LAST"], rows),
  ];
}

/** `2027-06-01` for midnight UTC, else with the time. */
export const showInstant = (text: string): string =>
  text.slice(11, 19) === "00:00:00"
    ? text.slice(0, 10)
    : `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
