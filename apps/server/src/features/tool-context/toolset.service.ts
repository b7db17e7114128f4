import { describeTool, toolOperations, type ToolDefinition } from "@lintel/contract/tools";
import { toolsets, toolsetSlugs, type ToolsetSlug } from "@lintel/contract/words/toolsets";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { isReachable } from "./is-reachable.ts";
import { shownToolsets } from "./shown-toolsets.ts";
import { ownerOf, readSlug, subjectOf } from "./tool-context.service.ts";
import { lockContext, selectContext, updateContext } from "./tool-context.store.ts";

export async function listAllToolsets(context: CallContext) {
  const { principal } = context;
  const stored = (await selectContext(context.db, ownerOf(principal)))?.toolsets ?? [];
  const shown = shownToolsets(principal, context.connection, stored);
  return {
    toolsets: toolsetSlugs.map((slug) => {
      const { title, description } = toolsets[slug];
      const toolCount = callable(context, slug).length;
      return { slug, title, description, toolCount, isEnabled: shown.has(slug) };
    }),
  };
}

export async function addToolset(
  context: CallContext,
  named: string,
): Promise<{ slug: ToolsetSlug; tools: ToolDefinition[] }> {
  const { principal } = context;
  const slug = readSlug(named);
  const owner = ownerOf(principal);
  const { toolsets: before } = await lockContext(context.db, owner, context.now);
  const isEnabled = shownToolsets(principal, context.connection, before).has(slug);
  if (!isEnabled) {
    const after = JSON.stringify([...before, slug]);
    await updateContext(context.db, owner, { toolsets: after }, context.now);
    context.emit("toolset.enabled", { subject: subjectOf(principal), data: { toolset: slug } });
  }
  // The client has the definitions of what was shown before.
  return { slug, tools: isEnabled ? [] : callable(context, slug).map(describeTool) };
}

function callable({ principal, connection }: CallContext, slug: ToolsetSlug) {
  return toolOperations.filter(
    (operation) => operation.tool.toolset === slug && isReachable(principal, connection, operation),
  );
}
