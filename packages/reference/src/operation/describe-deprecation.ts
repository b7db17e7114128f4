import { memberOf, textOf } from "@lintel/json/value";
import type { Block, Inline } from "../blocks/block.types.ts";
import type { DeprecationNotice, OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { cut } from "../schema/show-value.ts";

/** The deprecation of an operation: from the portal, or in `x-sunset` and `x-lintel-successor`. */
function readNotice(
  plan: ReferencePlan,
  { method, route, operation }: OperationEntry,
): DeprecationNotice | null {
  const given = plan.options.deprecations?.get(`${method} ${route}`);
  if (given !== undefined) return given;
  const sunset = textOf(memberOf(operation.value, "x-sunset"));
  const successor = textOf(memberOf(operation.value, "x-lintel-successor"));
  const isDeprecated = memberOf(operation.value, "deprecated") === true || sunset !== null;
  if (!isDeprecated) return null;
  return { ...(sunset === null ? {} : { sunset }), ...(successor === null ? {} : { successor }) };
}

function linkSuccessor(
  plan: ReferencePlan,
  successor: DeprecationNotice["successor"],
): Inline | null {
  if (successor === undefined) return null;
  if (typeof successor !== "string") return { href: successor.href, text: successor.title };
  const found = plan.operationPages.get(successor) ?? plan.operationPages.get(`#${successor}`);
  if (found !== undefined) return { path: found.path, text: `${found.method} ${found.route}` };
  return { href: successor, text: cut(successor) };
}

/** The warning above a deprecated operation, with its sunset date and its successor. */
export function describeDeprecation(plan: ReferencePlan, entry: OperationEntry): Block[] {
  const notice = readNotice(plan, entry);
  if (notice === null) return [];
  const successor = linkSuccessor(plan, notice.successor);
  const line: Inline[] = [
    "Deprecated.",
    ...(notice.sunset === undefined ? [] : [` It ends on ${cut(notice.sunset)}.`]),
    ...(successor === null ? [] : [" Use ", successor, " instead."]),
  ];
  return [{ kind: "line", tone: "warning", line }];
}
