import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const mediaTypeDescription: ConversionRule = {
  code: "MEDIA_TYPE_DESCRIPTION",
  summary: "Descriptions of media types came with 3.2.",
  spec: "OpenAPI 3.2 §4.14 Media Type Object",
  kinds: ["mediaType"],
  down: keepMembers(["description"], "info", "A media type of OpenAPI 3.1 has no description."),
  examples: [{ newer: { schema: {}, description: "a" }, older: { schema: {} }, ways: "down" }],
};
