import { expandToolsets, type ToolsetSlug } from "@lintel/contract/words/toolsets";
import { readSlug } from "../../features/tool-context/tool-context.service.ts";
import type { AgentConnection } from "../../platform/kernel/call.ts";
import { invalid } from "../../platform/problem.ts";
import { isUuid } from "../../platform/uuid.ts";

/**
 * Parses `?toolsets=core,specs&readonly=1&project=…`.
 *
 * @throws Problem for unknown words: ignoring one would show more than was requested.
 */
export function readToolView(query: Readonly<Record<string, unknown>>): AgentConnection {
  for (const [name, value] of Object.entries(query)) {
    if (!["toolsets", "readonly", "project"].includes(name)) {
      const message = "The address takes toolsets, readonly and project.";
      throw invalid({ field: name, code: "unknown", message });
    }
    if (typeof value !== "string")
      throw invalid({ field: name, code: "repeated", message: "Send this parameter once." });
  }
  const { toolsets, readonly, project } = query as Readonly<Record<string, string | undefined>>;
  return {
    toolsets: toolsets === undefined ? null : readToolsets(toolsets),
    isReadOnly: readonly !== undefined && readFlag(readonly),
    projectId: project === undefined ? null : readProject(project),
  };
}

function readToolsets(text: string): ReadonlySet<ToolsetSlug> {
  return expandToolsets(text.split(",").map((slug) => readSlug(slug.trim())));
}

function readFlag(text: string): boolean {
  if (/^(?:1|true)$/i.test(text)) return true;
  if (/^(?:0|false)$/i.test(text)) return false;
  throw invalid({ field: "readonly", code: "enum", message: "Send 1 or 0." });
}

function readProject(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw invalid({ field: "project", code: "format", message: "Send the id of a project." });
}
