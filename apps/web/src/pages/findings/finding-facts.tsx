import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Output } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { showForeign } from "../../parts/foreign-text.ts";
import { Properties } from "../../parts/properties.tsx";
import { Status, wordOf } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { placeOf } from "./finding-place.ts";

type Finding = Output<"getFinding">;

/** The properties of a finding. */
export function FindingFacts({ finding }: { readonly finding: Finding }) {
  const { org = "", project = "" } = useParams({ strict: false });
  const { data: members = [] } = useQuery(useApi().list("listMembers", {}));
  const assigned = members.find(({ userId }) => userId === finding.assignedToUserId);
  const scan = (id: string, name: string) => (
    <Link to="/$org/$project/scans/$scan" params={{ org, project, scan: id }}>
      {name}
    </Link>
  );
  return (
    <Properties
      items={[
        { name: "Severity", value: <Status of={finding.severity} /> },
        { name: "Confidence", value: wordOf(finding.confidence) },
        { name: "Status", value: <Status of={finding.status} /> },
        { name: "Assigned to", value: assigned?.name ?? null },
        {
          name: "Operation",
          value: (
            <code>
              {finding.method} {showForeign(finding.path)}
            </code>
          ),
        },
        { name: "Place", value: placeOf(finding) },
        { name: "Environment", value: finding.environmentName },
        { name: "Scanner", value: finding.scannerId },
        { name: "Class", value: finding.guidanceId },
        { name: "OWASP", value: finding.owaspCategory },
        { name: "CWE", value: finding.cwe.length === 0 ? null : finding.cwe.join(", ") },
        { name: "Found", value: <Time at={finding.createdAt} /> },
        { name: "Found by", value: scan(finding.firstSeenScanRunId, "First scan") },
        { name: "Last seen", value: <Time at={finding.lastSeenAt} /> },
        { name: "Seen by", value: scan(finding.scanRunId, "Last scan") },
        {
          name: "Resolved",
          value: finding.resolvedAt === null ? null : <Time at={finding.resolvedAt} />,
        },
        { name: "Fingerprint", value: <code>{finding.fingerprint}</code> },
      ]}
    />
  );
}
