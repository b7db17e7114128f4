import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const scansProfilesCommand: Command = {
  name: "scans profiles",
  summary: "List the scan profiles of a project on the service",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, jsonOption, ...connectionOptions],
  notes: ["`lintel scan --profile NAME` runs one."],
  examples: [{ line: "lintel scans profiles --project Shop", does: "List the scan profiles." }],
  run: async (invocation) => (await import("../scan/list-profiles.ts")).listProfiles(invocation),
};
