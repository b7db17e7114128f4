import type { Guidance } from "../findings/finding.types.ts";

export const objectWritable: Guidance = {
  id: "SVC01002",
  name: "ObjectOfOthersWritable",
  title: "Records of others can be changed or deleted by their id",
  severity: "critical",
  owasp: "API1:2023",
  cwe: [639, 862],
  description:
    "An identity changes or deletes a record that another identity has created, or creates one in its name. The owner sees the change.",
  remediation:
    "Change and delete records by id and owner in one statement, and answer 404 where it touches none.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa1-broken-object-level-authorization/",
  ],
};
