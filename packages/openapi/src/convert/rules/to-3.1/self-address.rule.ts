import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const selfAddress: ConversionRule = {
  code: "SELF_ADDRESS",
  summary: "The address of the document itself came with 3.2.",
  spec: "OpenAPI 3.2 §4.1 OpenAPI Object",
  kinds: ["document"],
  down: keepMembers(
    ["$self"],
    "warn",
    "OpenAPI 3.1 cannot say where the document is from: relative references may lead elsewhere.",
  ),
  examples: [{ newer: { paths: {}, $self: "/a" }, older: { paths: {} }, ways: "down" }],
};
