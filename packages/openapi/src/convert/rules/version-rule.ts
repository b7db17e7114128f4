import { editMembers } from "../model/edit-members.ts";
import type { ConversionRule, Translation } from "../model/rule.types.ts";

const write = (version: string): Translation => ({
  watches: ["openapi"],
  severity: "info",
  message: `The document says that it is ${version}.`,
  apply: (object) =>
    object["openapi"] === version ? object : editMembers(object, { openapi: version }),
});

/**
 * The version that a document names: the latest patch of each minor version. A record keeps the
 * original.
 */
export const makeVersionRule = (older: string, newer: string): ConversionRule => ({
  code: "VERSION",
  summary: "The document names the version that it is converted to.",
  spec: "OpenAPI 3.1 §4.1 Versions and Deprecation",
  kinds: ["document"],
  down: write(older),
  up: write(newer),
  examples: [{ newer: { openapi: newer, paths: {} }, older: { openapi: older, paths: {} } }],
});
