import type { Guidance } from "../findings/finding.types.ts";
import { headerOf } from "../traffic/header-of.ts";
import { findBaseline } from "./probing.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";

const pastSunset: Guidance = {
  id: "SVC09005",
  name: "OperationPastSunset",
  title: "An operation answers after its sunset",
  severity: "low",
  owasp: "API9:2023",
  cwe: [1059],
  description:
    "The document (x-sunset) or the header Sunset gives a date for the end of the operation. The date has passed, and the operation still works. Nobody maintains what counts as closed.",
  remediation:
    "Answer 410, or give the operation a new date if it is still needed, and see who calls it.",
  references: [
    "https://www.rfc-editor.org/rfc/rfc8594",
    "https://owasp.org/API-Security/editions/2023/en/0xa9-improper-inventory-management/",
  ],
};

export const retiredOperations: Scanner = {
  id: "retired-operations",
  title: "Operations past their sunset",
  summary:
    "Compares the sunset of an operation with the time of the target, which its header Date gives. It sends nothing of its own.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control:
    "Only an operation that works counts; an answer such as 410 is the end that was promised.",
  isAuthorization: false,
  guidance: [pastSunset],

  plan: ({ operations }) =>
    operations
      .filter(({ isWrite, sunset }) => !isWrite || sunset !== null)
      .map((operation) => ({ operation, requests: 0 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const { exchange } = baseline;
    const sunset = operation.sunset ?? headerOf(exchange.responseHeaders, "sunset");
    const now = Date.parse(headerOf(exchange.responseHeaders, "date") ?? "");
    if (sunset === null || !(Date.parse(sunset) < now)) return [];
    return [
      {
        kind: "finding",
        guidance: pastSunset,
        place: { location: "path", name: "" },
        description: `${operation.id} works, although its sunset was ${sunset}.`,
        proof: { controls: [], attacks: [{ label: "The operation works", exchange }] },
      },
    ];
  },
};
