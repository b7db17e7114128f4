import { CronExpressionParser } from "cron-parser";
import type { ScanAccessRule, ScanFlow } from "@lintel/contract/shapes/scan-profile";
import { quote } from "@lintel/json/shorten";
import type { Surface } from "@lintel/scanner/surface.types";
import { scanners } from "@lintel/scanner/scanners";
import { compareText } from "@lintel/json/canonical";
import { invalid } from "../../platform/problem.ts";

const fields = 5;

/**
 * Checks a schedule, which is kept as it was written.
 *
 * @throws Problem VALIDATION_FAILED for a schedule that cannot be read or never comes
 */
export function checkSchedule(cron: string | null, timeZone: string, now: Date): void {
  if (!isTimeZone(timeZone))
    throw refuse("cronTimeZone", "value", "Name a time zone such as Europe/Berlin or UTC.");
  if (cron === null) return;
  if (cron.trim().split(/\s+/).length !== fields)
    throw refuse("cronSchedule", "value", "Give five fields: minute, hour, day, month, weekday.");
  try {
    CronExpressionParser.parse(cron, { tz: timeZone, currentDate: now }).next();
  } catch {
    throw refuse("cronSchedule", "value", "Give a schedule that comes, such as 0 3 * * 1.");
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** @throws Problem VALIDATION_FAILED for a scanner that does not exist */
export function checkScanners(ids: readonly string[]): void {
  const known = scanners.map(({ id }) => id).toSorted(compareText);
  const at = ids.findIndex((id) => !known.includes(id));
  if (at < 0) return;
  const message = `No scanner is named ${quote(ids[at] ?? "")}. There are: ${known.join(", ")}.`;
  throw refuse(`scannerIds[${at}]`, "unknown", message);
}

/** @throws Problem VALIDATION_FAILED for a rule of an identity that the profile does not have */
export function checkAccessRules(rules: readonly ScanAccessRule[], names: readonly string[]): void {
  const at = rules.findIndex(({ identity }) => !names.includes(identity));
  if (at >= 0)
    throw refuse(
      `accessRules[${at}].identity`,
      "unknown",
      `The profile has no identity ${quote(rules[at]?.identity ?? "")}.`,
    );
  const key = ({ identity, operation }: ScanAccessRule) => `${identity} ${operation}`;
  const repeated = rules.findIndex(
    (rule, index) => rules.findIndex((one) => key(one) === key(rule)) < index,
  );
  if (repeated >= 0)
    throw refuse(
      `accessRules[${repeated}]`,
      "repeated",
      "Give one rule for an identity and operation.",
    );
}

/** @throws Problem VALIDATION_FAILED for a limit that the scan has no time to reach */
export function checkFlows(
  flows: readonly ScanFlow[],
  {
    timeBudgetSeconds,
    requestsPerSecond,
  }: { timeBudgetSeconds: number; requestsPerSecond: number },
): void {
  const most = timeBudgetSeconds * requestsPerSecond;
  for (const [at, { steps, limit }] of flows.entries()) {
    if (((limit ?? 0) + 1) * steps.length <= most) continue;
    throw refuse(
      `flows[${at}].limit`,
      "maximum",
      `The scan sends at most ${most} requests, too few to reach the limit. Raise timeBudgetSeconds or requestsPerSecond.`,
    );
  }
}

/** @throws Problem VALIDATION_FAILED for a step that the document or the scope does not have */
export function checkSteps(
  flows: readonly ScanFlow[],
  { operations }: Pick<Surface, "operations">,
): void {
  const isKnown = (step: string): boolean =>
    operations.some(({ id, operationId }) => step === id || step === operationId);
  for (const [at, { name, steps }] of flows.entries()) {
    const step = steps.findIndex((one) => !isKnown(one));
    if (step >= 0)
      throw refuse(
        `flows[${at}].steps[${step}]`,
        "unknown",
        `The flow ${quote(name)} names ${quote(steps[step] ?? "")}, which is not in the document or out of scope. Write it as the document does, such as POST /orders.`,
      );
  }
}

const refuse = (field: string, code: string, message: string) => invalid({ field, code, message });
