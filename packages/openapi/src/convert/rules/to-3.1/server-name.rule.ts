import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const serverName: ConversionRule = {
  code: "SERVER_NAME",
  summary: "Names of servers came with 3.2.",
  spec: "OpenAPI 3.2 §4.5 Server Object",
  kinds: ["server"],
  down: keepMembers(["name"], "info", "A server of OpenAPI 3.1 has no name."),
  examples: [{ newer: { url: "/", name: "a" }, older: { url: "/" }, ways: "down" }],
};
