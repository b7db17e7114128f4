import type { Block } from "../blocks/block.types.ts";
import { describeVersionDeprecation, writeEnd } from "../operation/describe-deprecation.ts";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { linkOperation } from "./list-links.ts";

type EntryTest = (entry: OperationEntry) => boolean;

const isOver: EntryTest = ({ deprecation }) => deprecation?.isOver === true;
const hasDate: EntryTest = ({ deprecation }) => deprecation?.sunset !== undefined;

const groups: readonly { readonly title: string; readonly holds: EntryTest }[] = [
  { title: "Ending", holds: (entry) => hasDate(entry) && !isOver(entry) },
  { title: "Without a date", holds: (entry) => !hasDate(entry) && !isOver(entry) },
  { title: "Ended", holds: isOver },
];

const sunsetOf = ({ deprecation }: OperationEntry): string => deprecation?.sunset ?? "";

/** Every deprecated operation; of those that end, the first to end comes first. */
export function describeDeprecations(
  plan: ReferencePlan,
  newId: (name: string) => string,
): Block[] {
  const deprecated = [...plan.operations, ...plan.webhooks]
    .filter((entry) => entry.deprecated)
    .toSorted((left, right) => sunsetOf(left).localeCompare(sunsetOf(right), "en"));
  return [
    ...describeVersionDeprecation(plan),
    ...groups.flatMap(({ title, holds }): Block[] => {
      const items = deprecated.filter(holds).map(linkDeprecated);
      if (items.length === 0) return [];
      return [
        { kind: "heading", level: 2, id: newId(title), text: title },
        { kind: "links", items },
      ];
    }),
  ];
}

const linkDeprecated = (entry: OperationEntry) => {
  const end = entry.deprecation === null ? null : writeEnd(entry.deprecation);
  const link = linkOperation(entry);
  return { ...link, deprecated: false, note: [link.note, end].filter(Boolean).join(" · ") || null };
};
