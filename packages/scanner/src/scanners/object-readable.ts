import type { Guidance } from "../findings/finding.types.ts";

export const objectReadable: Guidance = {
  id: "SVC01001",
  name: "ObjectOfOthersReadable",
  title: "Records of others can be read by their id",
  severity: "high",
  owasp: "API1:2023",
  cwe: [639, 862],
  description:
    "An identity reads a record that belongs to another one and that its own list does not contain. A caller who knows or guesses an id reads the record.",
  remediation:
    "Look records up by id and owner in one query, not by id alone, and answer 404 where none is found. Do this in the data access, so that a new operation cannot forget it.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa1-broken-object-level-authorization/",
  ],
};
