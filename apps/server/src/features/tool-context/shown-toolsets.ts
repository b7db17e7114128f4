import { expandToolsets, type ToolsetSlug, toolsetSlugs } from "@lintel/contract/toolsets";
import type { KeyPrincipal } from "../../platform/credentials/principal.ts";
import type { AgentConnection } from "../../platform/kernel/call.ts";

const core = expandToolsets(["core"]);
const all: ReadonlySet<ToolsetSlug> = new Set(toolsetSlugs);

/** Whether a connection shows some toolsets only, so that enabling one changes its tools. */
export function mayShowMore(
  { key }: KeyPrincipal,
  connection: AgentConnection | undefined,
): boolean {
  return key.isStaging || (connection?.toolsets ?? null) !== null;
}

/**
 * The toolsets that a connection shows: those of its address, of which a staging token has the core
 * alone, and those that its credential enabled.
 */
export function shownToolsets(
  { key }: KeyPrincipal,
  { toolsets }: AgentConnection,
  enabled: readonly string[],
): Set<ToolsetSlug> {
  const fromStart = key.isStaging ? core : all;
  return new Set(
    toolsetSlugs.filter(
      (slug) =>
        enabled.includes(slug) ||
        (fromStart.has(slug) && (toolsets === null || toolsets.has(slug))),
    ),
  );
}
