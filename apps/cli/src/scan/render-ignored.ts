import type { FilteredResult, IgnoreEntry } from "@lintel/scanner/ignore-list";
import { cleanText } from "../output/clean-text.ts";

/** What the ignore file did, and which of its entries need a look. */
export function renderIgnored({
  ignored,
  expired,
  unused,
}: Omit<FilteredResult, "result">): string[] {
  return [
    ...(ignored.length === 0
      ? []
      : [`Findings that the ignore file leaves out: ${ignored.length}.`]),
    ...expired.map(
      (entry) =>
        `The ignore file has an entry that expired on ${entry.expires ?? ""}: ${nameOf(entry)}`,
    ),
    ...unused.map((entry) => `The ignore file has an entry without a finding: ${nameOf(entry)}`),
  ];
}

const nameOf = ({ fingerprint, guidance, operation, reason }: IgnoreEntry): string =>
  cleanText([fingerprint, guidance, operation, `(${reason})`].filter(Boolean).join(" "));
