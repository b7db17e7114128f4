import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const mutualTls: ConversionRule = {
  code: "MUTUAL_TLS",
  summary: "Mutual TLS becomes an HTTP scheme in 3.0, so that requirements still name it.",
  spec: "OpenAPI 3.1 §4.8.27 Security Scheme Object",
  kinds: ["securityScheme"],
  down: {
    watches: ["type"],
    severity: "error",
    message: "OpenAPI 3.0 has no client certificates: the scheme was replaced by an HTTP scheme.",
    apply: (object) =>
      object["type"] === "mutualTLS"
        ? editMembers(object, { type: "http", scheme: "mutual-tls" }, "type")
        : object,
  },
  examples: [
    { newer: { type: "mutualTLS" }, older: { type: "http", scheme: "mutual-tls" }, ways: "down" },
  ],
};
