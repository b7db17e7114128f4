import { type ToolsetSlug, toolsetSlugs } from "@lintel/contract/words/toolsets";
import type { Principal } from "../../platform/credentials/principal.ts";
import type { AgentConnection } from "../../platform/kernel/call.ts";

/** Whether a connection shows only some toolsets, so that enabling one changes its tools. */
export function mayShowMore(
  { initialToolsets }: Principal,
  connection: AgentConnection | undefined,
): boolean {
  return initialToolsets.size < toolsetSlugs.length || (connection?.toolsets ?? null) !== null;
}

/**
 * The toolsets that a connection shows: the credential's initial ones, limited to those in the
 * connection's address, and those that the credential enabled.
 */
export function shownToolsets(
  { initialToolsets }: Principal,
  { toolsets }: AgentConnection,
  enabled: readonly string[],
): Set<ToolsetSlug> {
  return new Set(
    toolsetSlugs.filter(
      (slug) =>
        enabled.includes(slug) ||
        (initialToolsets.has(slug) && (toolsets === null || toolsets.has(slug))),
    ),
  );
}
