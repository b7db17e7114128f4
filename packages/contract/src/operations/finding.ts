import Type, { type Static } from "typebox";
import { file, operation } from "../declare/operation.ts";
import {
  Id,
  nullable,
  page,
  pagingInput,
  record,
  RowVersion,
  Timestamp,
} from "../shapes/common.ts";
import { Finding, findingFilters, triageFields } from "../shapes/finding.ts";
import { scanReportFormats, scanReportMediaTypes } from "../shapes/scan-names.generated.ts";
import { findingChangeKinds, findingSorts, findingStatuses } from "../words/security.ts";
import { actorTypes } from "./audit.ts";

const base = "/api/projects/{projectId}/security/findings";
const ofFindings = { group: "Security", plan: "pro", context: "project" } as const;
const reading = {
  ...ofFindings,
  permission: "security:read",
  effect: "read",
  isIdempotent: true,
} as const;

const sorts = findingSorts.flatMap((name) => [name, `-${name}` as const]);

/** The findings of a list, whose proofs are long. */
const withoutProofs = <List extends { readonly items: readonly Finding[] }>(list: List): List => ({
  ...list,
  items: list.items.map((finding) => ({
    ...finding,
    evidence: { controls: [], attacks: [] },
    reproductionCurl: null,
  })),
});

export const listFindings = operation({
  ...reading,
  name: "listFindings",
  title: "List findings",
  summary:
    "List the vulnerabilities (findings) that security scans found in the project, the worst first.",
  isStable: true,
  tool: {
    name: "list_security_findings",
    toolset: "security",
    note: "get_security_finding has the proofs.",
    shorten: withoutProofs,
  },
  rest: { method: "GET", path: base },
  input: {
    ...findingFilters,
    sortBy: Type.Optional(
      Type.Enum(sorts, {
        default: "severity",
        description:
          "`severity` is the worst first, then the newest. A minus sign before the name reverses the order.",
      }),
    ),
    ...pagingInput,
  },
  output: record({
    items: Type.Array(Finding),
    total: Type.Integer({ minimum: 0 }),
    skip: Type.Integer({ minimum: 0 }),
    take: Type.Integer({ minimum: 0, maximum: 100 }),
  }),
  problems: [],
});

export const getFinding = operation({
  ...reading,
  name: "getFinding",
  title: "Read a finding",
  summary: "Show a security finding with its proof, how to fix it, and what was decided about it.",
  isStable: false,
  tool: { name: "get_security_finding", toolset: "security" },
  rest: { method: "GET", path: `${base}/{findingId}` },
  input: { findingId: Id },
  output: Finding,
  problems: [],
});

export const updateFinding = operation({
  ...ofFindings,
  name: "updateFinding",
  title: "Triage a finding",
  summary:
    "Mark a vulnerability (a security finding) as fixed, false positive, accepted risk or duplicate, add notes, or assign it. Omitted fields are kept.",
  permission: "security:execute",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "finding.updated",
  tool: { name: "triage_security_finding", toolset: "security" },
  rest: { method: "PATCH", path: `${base}/{findingId}` },
  input: { findingId: Id, ...triageFields, rowVersion: RowVersion },
  output: Finding,
  problems: ["CONCURRENCY_CONFLICT"],
});

/** More findings are not triaged at once. */
export const maxTriaged = 10_000;

export const triageFindings = operation({
  ...ofFindings,
  name: "triageFindings",
  title: "Triage several findings",
  summary:
    "Mark several security findings at once: those with these ids, or all that a query finds. The last writer wins.",
  permission: "security:execute",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "finding.triaged",
  tool: { name: "triage_security_findings", toolset: "security" },
  rest: { method: "POST", path: `${base}/triage`, status: 200 },
  input: {
    findingIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
    query: Type.Optional(record(findingFilters)),
    change: record(triageFields),
  },
  output: record({
    matchedCount: Type.Integer({ minimum: 0 }),
    changedCount: Type.Integer({ minimum: 0, description: "Without those that were so already." }),
    notFound: Type.Array(Id, { description: "Ids that the project does not have." }),
  }),
  problems: ["MUTUALLY_EXCLUSIVE", "BATCH_TOO_LARGE"],
});

/** What changed of a finding, and who changed it. */
export const FindingChange = record({
  number: Type.Integer({ minimum: 1 }),
  changedAt: Timestamp,
  kind: Type.Enum([...findingChangeKinds]),
  actor: record({
    type: Type.Enum([...actorTypes]),
    id: nullable(Id),
    name: nullable(Type.String({ description: "Null for a scan, and for who is gone." })),
  }),
  scanRunId: nullable(Id),
  changes: Type.Record(Type.String(), Type.Array(Type.Unknown()), {
    description: "The value before and the value after, by field.",
  }),
});
export type FindingChange = Static<typeof FindingChange>;

export const listFindingChanges = operation({
  ...reading,
  name: "listFindingChanges",
  title: "Read the history of a finding",
  summary:
    "Show the history of a security finding: who changed its status, and when scans saw it; the newest first.",
  isStable: false,
  tool: { name: "list_security_finding_changes", toolset: "security" },
  rest: { method: "GET", path: `${base}/{findingId}/changes` },
  input: { findingId: Id, ...pagingInput },
  output: page(FindingChange),
  problems: [],
});

const exportStatus = Type.Optional(
  Type.Enum([...findingStatuses, "all"], {
    default: "open",
    description: "Only findings of this status.",
  }),
);

export const exportFindingsSarif = operation({
  ...reading,
  name: "exportFindingsSarif",
  title: "Export findings as SARIF",
  summary: "Return the project's findings as SARIF 2.1.0, at most 1,000, the worst first.",
  isStable: true,
  rest: { method: "GET", path: `${base}/export/sarif` },
  input: {
    status: exportStatus,
    target: Type.Optional(
      Type.Enum(["github"], {
        description:
          "`github`: as GitHub's code scanning reads it; `open` then includes findings in progress.",
      }),
    ),
  },
  output: file(["application/sarif+json"]),
  problems: [],
});

export const exportFindings = operation({
  ...reading,
  name: "exportFindings",
  title: "Export findings",
  summary:
    "Return the project's findings as a report: CSV, JSON, HTML, SARIF or the format of GitLab. At most 1,000, the worst first; CSV has at most 10,000.",
  isStable: false,
  rest: { method: "GET", path: `${base}/export` },
  input: {
    format: Type.Optional(Type.Enum([...scanReportFormats], { default: "json" })),
    status: exportStatus,
  },
  output: file(scanReportMediaTypes),
  problems: [],
});
