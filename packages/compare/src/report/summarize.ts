import type { ChangeVerdict as Verdict, SemverBump } from "@lintel/contract/words/comparison";
import { escapeStep } from "@lintel/json/pointer";
import type { ComparisonResult, EndpointEntry, SchemaEntry } from "../model/result.types.ts";
import type { Recorder } from "./recorder.ts";
import { documentationBit, readStatus, readVerdict, type Tally } from "./tally.ts";

interface Names {
  readonly kept: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Makes the result from all findings. */
export function summarize(
  found: ReturnType<Recorder["finish"]>,
  endpoints: readonly EndpointEntry[],
  names: Names,
): ComparisonResult {
  const { changes, counts, omittedChanges, schemaSeverities, total } = found;
  return {
    verdict: readVerdict(total),
    semverBump: readBump(total),
    endpoints,
    schemas: listSchemas(names, schemaSeverities),
    changes,
    counts,
    omittedChanges,
  };
}

function readBump(total: Tally): SemverBump {
  const verdict: Verdict = readVerdict(total);
  if (verdict === "breaking") return "major";
  if (total.found === 0) return "none";
  return total.found === documentationBit ? "patch" : "minor";
}

function listSchemas(
  { kept, added, removed }: Names,
  found: ReadonlyMap<string, Tally>,
): SchemaEntry[] {
  const none: Tally = { found: 0, parents: [] };
  const entries = kept.map((name): SchemaEntry => {
    const tally = found.get(escapeStep(name)) ?? none;
    return { name, status: readStatus(tally), verdict: readVerdict(tally) };
  });
  const single = (status: "added" | "removed") => (name: string) =>
    ({ name, status, verdict: "safe" }) as const;
  return [...entries, ...added.map(single("added")), ...removed.map(single("removed"))];
}
