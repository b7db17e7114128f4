import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { record, wholeList } from "../shapes/common.ts";
import { severities } from "../words/security.ts";

const Guidance = record({
  id: Type.String({ description: "Such as SVC01001." }),
  title: Type.String(),
  severity: Type.Enum([...severities]),
  owaspCategory: Type.String({ description: "OWASP API Security Top 10 of 2023." }),
  cwe: Type.Array(Type.Integer({ description: "Common Weakness Enumeration." })),
});

export const listScanners = operation({
  name: "listScanners",
  title: "List scanners",
  summary:
    "List the scanners of security scans: what each sends, what it needs, and the weaknesses it can find.",
  group: "Security",
  plan: "pro",
  permission: "security:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_scanners", toolset: "security" },
  rest: { method: "GET", path: "/api/projects/{projectId}/security/scanners" },
  input: {},
  output: wholeList(
    record({
      id: Type.String({ description: "The name for `scannerIds` of a scan profile." }),
      title: Type.String(),
      summary: Type.String({ description: "What it sends and what it concludes." }),
      control: Type.String({
        description: "What must be refused or unchanged for its proof to count.",
      }),
      identities: Type.Integer({
        minimum: 0,
        maximum: 2,
        description: "The fewest identities that it needs.",
      }),
      writes: Type.Enum(["never", "sometimes", "always"], {
        description: "Whether it sends requests that change data.",
      }),
      isIntrusive: Type.Boolean({
        description:
          "Whether it can burden or alarm the target. Such a scanner runs only where a profile names it.",
      }),
      usesListener: Type.Boolean({
        description: "Whether it finds more with an address that the target can call.",
      }),
      guidance: Type.Array(Guidance, { description: "The weaknesses that it can find." }),
    }),
  ),
  problems: [],
});
