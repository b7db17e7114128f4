import type { Block, Inline, Line } from "../blocks/block.types.ts";
import type { DeprecationNotice, OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { cut } from "../schema/show-value.ts";

function linkSuccessor(
  plan: ReferencePlan,
  successor: NonNullable<DeprecationNotice["successor"]>,
): Inline {
  if (typeof successor !== "string") return { href: successor.href, text: successor.title };
  const found = plan.operationPages.get(successor) ?? plan.operationPages.get(`#${successor}`);
  if (found !== undefined) return { path: found.path, text: `${found.method} ${found.route}` };
  return { href: successor, text: cut(successor) };
}

/** `2027-06-01` for midnight UTC, else `2027-06-01 14:30 UTC`; a text that is no instant unchanged. */
const showInstant = (text: string): string =>
  cut(text)
    .replace(/T00:00(?::00(?:\.0+)?)?Z$/, "")
    .replace(/T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/, " $1 UTC");

/** When it ends or ended, such as `It ends on 2027-06-01, in 12 days.`; null without a date. */
export function writeEnd({ sunset, daysLeft, isOver }: DeprecationNotice): string | null {
  if (sunset === undefined) return isOver === true ? "It has ended." : null;
  const on = showInstant(sunset);
  if (isOver === true) return `It ended on ${on}.`;
  if (daysLeft === undefined) return `It ends on ${on}.`;
  const days = daysLeft === 1 ? "1 day" : `${daysLeft} days`;
  return `It ends on ${on}, in ${days}.`;
}

function describeNotice(
  plan: ReferencePlan,
  notice: DeprecationNotice,
  beginning: string,
): Block[] {
  const end = writeEnd(notice);
  const { successor, migrationGuide } = notice;
  const line: Line = [
    beginning,
    ...(end === null ? [] : [` ${end}`]),
    ...(successor === undefined ? [] : [" Use ", linkSuccessor(plan, successor), " instead."]),
  ];
  const warning: Block = { kind: "line", tone: "warning", line };
  if (migrationGuide === undefined) return [warning];
  const guide: Block = { kind: "prose", markdown: migrationGuide };
  return [warning, { kind: "fold", title: ["How to migrate"], isOpen: true, blocks: [guide] }];
}

/** The warning above a deprecated operation, with its sunset date and its successor. */
export const describeDeprecation = (
  plan: ReferencePlan,
  { deprecation }: OperationEntry,
): Block[] =>
  deprecation === null
    ? describeVersionDeprecation(plan)
    : describeNotice(plan, deprecation, "Deprecated.");

/** The warning where the whole version is deprecated. */
export function describeVersionDeprecation(plan: ReferencePlan): Block[] {
  const { versionDeprecation: notice } = plan.options;
  return notice === undefined ? [] : describeNotice(plan, notice, "This version is deprecated.");
}
