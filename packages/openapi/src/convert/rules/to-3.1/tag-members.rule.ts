import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const tagMembers: ConversionRule = {
  code: "TAG_MEMBERS",
  summary: "Tags have a summary, a parent and a kind from 3.2 on.",
  spec: "OpenAPI 3.2 §4.22 Tag Object",
  kinds: ["tag"],
  down: keepMembers(
    ["summary", "parent", "kind"],
    "warn",
    "A tag of OpenAPI 3.1 has no summary, parent or kind.",
  ),
  examples: [
    {
      newer: { name: "a", summary: "b", parent: "c", kind: "nav" },
      older: { name: "a" },
      ways: "down",
    },
  ],
};
