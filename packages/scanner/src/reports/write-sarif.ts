import type { Severity } from "@lintel/contract/words/security";
import type { Guidance } from "../findings/finding.types.ts";
import type { ReportedFinding } from "./report.types.ts";
import { sortBySeverity } from "./sort-findings.ts";

export interface SarifOptions {
  /** The version of Lintel. */
  readonly version: string;
  /**
   * GitHub wants `security-severity` as a string and reads only the fingerprint
   * `primaryLocationLineHash`.
   */
  readonly target?: "github";
  /** What the scan left untested, in one sentence; null: nothing; undefined: it was no single scan. */
  readonly gap?: string | null | undefined;
}

const levels: Readonly<Record<Severity, string>> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
  info: "none",
};

const scores: Readonly<Record<Severity, number>> = {
  critical: 9.5,
  high: 8,
  medium: 5,
  low: 2,
  info: 0,
};

/** GitHub cuts longer texts. */
const maxText = 1024;

/** More findings are left out, those of the least severity first. */
export const maxSarifFindings = 1000;

/** A SARIF 2.1.0 document with one run. Findings of one guidance id share a rule. */
export function writeSarif(findings: readonly ReportedFinding[], options: SarifOptions): object {
  const shown = sortBySeverity(findings).slice(0, maxSarifFindings);
  const guidance = [...new Map(shown.map((one) => [one.guidance.id, one.guidance])).values()];
  const indexes = new Map(guidance.map(({ id }, index) => [id, index]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Lintel",
            semanticVersion: options.version,
            rules: guidance.map((one) => writeRule(one, options)),
          },
        },
        ...(options.gap === undefined ? {} : { invocations: [writeInvocation(options.gap)] }),
        automationDetails: { id: "lintel/security/" },
        columnKind: "utf16CodeUnits",
        results: shown.map((one) => writeResult(one, indexes.get(one.guidance.id) ?? 0, options)),
      },
    ],
  };
}

/** A consumer closes no alerts for an execution that was not successful (SARIF 2.1.0 §3.20.14). */
const writeInvocation = (gap: string | null) => ({
  executionSuccessful: gap === null,
  ...(gap === null
    ? {}
    : { toolExecutionNotifications: [{ level: "error", message: { text: gap } }] }),
});

function writeRule(
  { id, name, title, severity, owasp, cwe, remediation, references }: Guidance,
  { target }: SarifOptions,
) {
  const score = scores[severity];
  const [helpUri] = references;
  return {
    id,
    name,
    shortDescription: { text: title.slice(0, maxText) },
    fullDescription: { text: remediation.slice(0, maxText) },
    help: {
      text: remediation,
      markdown: `${remediation}\n\n${references.map((one) => `- <${one}>`).join("\n")}`,
    },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: levels[severity] },
    properties: {
      "security-severity": target === "github" ? score.toFixed(1) : score,
      tags: ["security", owasp, ...cwe.map((number) => `external/cwe/cwe-${number}`)],
    },
  };
}

/**
 * A path template as a relative URI reference: without its leading `/`, each segment
 * percent-encoded. The root is `.`, because an empty reference is refused by consumers.
 */
const toUri = (path: string): string =>
  path === "/" ? "." : path.slice(1).split("/").map(encodeURIComponent).join("/");

function writeResult(finding: ReportedFinding, ruleIndex: number, { target }: SarifOptions) {
  const { guidance, method, path, description, fingerprint, environmentName = null } = finding;
  return {
    ruleId: guidance.id,
    ruleIndex,
    level: levels[guidance.severity],
    message: { text: `${guidance.title}. ${description}`.slice(0, maxText) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(path) },
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: `${method} ${path}` }],
      },
    ],
    partialFingerprints: {
      "svc/v1": fingerprint,
      ...(target === "github" ? { primaryLocationLineHash: `${fingerprint}:1` } : {}),
    },
    properties: {
      owaspCategory: guidance.owasp,
      httpMethod: method,
      endpointPath: path,
      ...(environmentName === null ? {} : { environmentName }),
    },
  };
}
