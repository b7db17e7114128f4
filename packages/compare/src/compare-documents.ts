import type { Json } from "@lintel/json/value";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { viewDocument, type DocumentView } from "@lintel/openapi/view";
import { rootLocation, stepInto, type Place } from "@lintel/json/place";
import { findSameness } from "./document/sameness.ts";
import { compareEndpoints } from "./endpoints/compare-endpoints.ts";
import { compareRoots } from "./endpoints/compare-roots.ts";
import { compareServers, readBasePath } from "./endpoints/compare-servers.ts";
import type { Comparison } from "./endpoints/comparison.types.ts";
import { listEndpoints } from "./endpoints/list-operations.ts";
import { matchEndpoints } from "./endpoints/match-endpoints.ts";
import type { ComparisonResult } from "./model/result.types.ts";
import type { SeveritySetting } from "./model/rule.types.ts";
import { compareRest } from "./rest/compare-rest.ts";
import { createRecorder } from "./report/recorder.ts";
import { summarize } from "./report/summarize.ts";
import { beginTally, spread } from "./report/tally.ts";
import { checkSeverities } from "./rules/check-severities.ts";
import { compareComponents } from "./schema/compare-components.ts";
import { createSchemaComparer } from "./schema/compare-schemas.ts";

export interface CompareOptions {
  /** By rule name; without a setting, a rule has the severity of the table of rules. */
  readonly severities?: Readonly<Record<string, SeveritySetting>>;
  /** The maximum number of listed changes, the most severe first; all are counted. */
  readonly maximumChanges?: number;
  /** The date that sunset dates are compared with; by default the present. */
  readonly today?: Date;
}

const usualMaximum = 5_000;

/**
 * Compares two OpenAPI documents of version 3.0 to 3.2, given as parsed JSON or YAML, and returns
 * how the change affects clients. The documents are not changed, and no reference is replaced.
 * @throws UnknownRuleError if a severity is set for a rule that does not exist.
 */
export function compareDocuments(
  before: unknown,
  after: unknown,
  options: CompareOptions = {},
): ComparisonResult {
  checkSeverities(options.severities ?? {});
  const comparison = begin([before, after], options);
  const { recorder, schemas } = comparison;
  const [old, now] = [comparison.before.root, comparison.after.root];
  const documentTally = beginTally();
  const matches = matchEndpoints(
    listEndpoints(comparison.before),
    listEndpoints(comparison.after),
    readBasePath(old),
    readBasePath(now),
  );
  const places = { before: old, after: now, tally: documentTally };
  compareRoots(comparison, places);
  const servers = { before: stepInto(old, "servers"), after: stepInto(now, "servers") };
  compareServers(comparison, { ...servers, tally: documentTally }, matches.isPrefixMoved);
  const endpoints = compareEndpoints(comparison, matches);
  recorder.scope = { method: null, path: null };
  const names = compareComponents(comparison.before, comparison.after, schemas, recorder);
  const isRewritten = compareRest(comparison, {
    document: { scope: { method: null, path: null }, tally: documentTally },
    endpoints: new Map(endpoints.flatMap(({ owners }) => owners)),
    paths: new Map(matches.pairs.map(([from, to]) => [from.path, to.path])),
  });
  spread(schemas.tallies);
  return summarize(
    recorder.finish(),
    endpoints.map(({ finish }) => finish(isRewritten)),
    names,
  );
}

function begin(
  documents: readonly [unknown, unknown],
  { severities = {}, maximumChanges = usualMaximum, today = new Date() }: CompareOptions,
): Comparison {
  const written = documents.map((value) => ({ value, at: rootLocation })) as [Place, Place];
  const [before, after] = documents.map((value) => viewDocument(toPlainNumbers(value as Json))) as [
    DocumentView,
    DocumentView,
  ];
  const isSame = findSameness(before, after);
  const recorder = createRecorder(severities, maximumChanges);
  const schemas = createSchemaComparer(before, after, isSame, recorder);
  return { before, after, written, isSame, recorder, schemas, today: today.getTime() };
}
