import Type, { type Static } from "typebox";
import { confidences, findingStatuses, placeLocations, severities } from "../words/security.ts";
import { Description, Id, nullable, record, RowVersion, Timestamp } from "./common.ts";

const Headers = Type.Array(Type.Array(Type.String()), {
  description: "Names and values, in the order of the wire.",
});

/** A request and its answer; credentials were masked when they were recorded. */
export const EvidenceItem = record({
  label: Type.String({ description: "What this request shows." }),
  request: record({
    method: Type.String(),
    url: Type.String(),
    headers: Headers,
    body: nullable(Type.String()),
  }),
  response: record({ status: Type.Integer(), headers: Headers, excerpt: Type.String() }),
  curl: Type.String({ description: "The request as a command; `$NAME` is the credential." }),
});

export const Evidence = record({
  controls: Type.Array(EvidenceItem, {
    description: "Requests that must be refused or unchanged for the proof to count.",
  }),
  attacks: Type.Array(EvidenceItem),
});

const FindingStatus = Type.Enum([...findingStatuses]);

/** A weakness at one place of the API, with its proof and its triage. */
export const Finding = record({
  id: Id,
  fingerprint: Type.String({
    description:
      "`svc/v1`: the same weakness has the same fingerprint in every run, and in every environment.",
  }),
  environmentId: nullable(
    Type.String({
      format: "uuid",
      description:
        "Where it was seen. Only scans of this environment change the finding. Null where that is not known.",
    }),
  ),
  environmentName: nullable(
    Type.String({ description: "The name of the environment when it was seen last." }),
  ),
  scanRunId: Type.String({ format: "uuid", description: "The run that saw it last." }),
  firstSeenScanRunId: Id,
  scannerId: Type.String(),
  guidanceId: Type.String({ description: "The class of weakness, such as `SVC01001`." }),
  owaspCategory: Type.String({ description: "Of the OWASP API Security Top 10, as `API1:2023`." }),
  cwe: Type.Array(Type.Integer()),
  severity: Type.Enum([...severities]),
  confidence: Type.Enum([...confidences]),
  status: FindingStatus,
  title: Type.String(),
  description: Type.String({ description: "What was observed." }),
  remediation: Type.String(),
  references: Type.Array(Type.String()),
  method: Type.String(),
  path: Type.String({ description: "The path template; `/` for the whole host." }),
  location: Type.Enum([...placeLocations]),
  parameter: nullable(
    Type.String({ description: "The name of the parameter or header, or a JSON Pointer." }),
  ),
  evidence: Evidence,
  reproductionCurl: nullable(Type.String({ description: "The proof as commands for a shell." })),
  assignedToUserId: nullable(Id),
  resolutionNotes: nullable(Type.String()),
  resolvedAt: nullable(Timestamp),
  lastSeenAt: Timestamp,
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type Finding = Static<typeof Finding>;

/** What a person decides about a finding. */
export const triageFields = {
  status: Type.Optional(
    Type.Enum([...findingStatuses], {
      description:
        "A scan that sees a fixed finding again opens it; the other decisions of people stay.",
    }),
  ),
  resolutionNotes: Type.Optional(nullable(Description)),
  assignedToUserId: Type.Optional(
    nullable(
      Type.String({
        format: "uuid",
        description: "A member who can see the project; null: nobody.",
      }),
    ),
  ),
};

const filter = (description: string) => Type.Optional(Type.String({ maxLength: 300, description }));

/** Which findings of the project are meant. */
export const findingFilters = {
  status: Type.Optional(FindingStatus),
  severity: Type.Optional(Type.Enum([...severities])),
  scannerId: filter("Only findings of this scanner."),
  guidanceId: filter("Only findings of this class."),
  owaspCategory: filter("Only findings of this category, as `API1:2023`."),
  search: filter("Text that the title or the description contains."),
  environmentId: Type.Optional(
    Type.String({ format: "uuid", description: "Only findings that were seen there." }),
  ),
  assignedToMe: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Only findings that are assigned to the caller, or to the owner of the key.",
    }),
  ),
  scanRunId: Type.Optional(
    Type.String({ format: "uuid", description: "Only findings that this run saw last." }),
  ),
  firstSeenScanRunId: Type.Optional(
    Type.String({ format: "uuid", description: "Only findings that this run saw first." }),
  ),
};
