import { describeTool, toolOperations, type ToolDefinition } from "@lintel/contract/tools";
import { toolsets, toolsetSlugs, type ToolsetSlug } from "@lintel/contract/toolsets";
import { mayCall } from "../../platform/credentials/authorize.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { KeyPrincipal } from "../../platform/credentials/principal.ts";
import { agentOf, ownerOf, readSlug } from "./tool-context.service.ts";
import { lockContext, selectContext, updateContext } from "./tool-context.store.ts";

export async function listAllToolsets(context: CallContext) {
  const principal = agentOf(context);
  const stored = (await selectContext(context.db, ownerOf(principal)))?.toolsets ?? [];
  return {
    toolsets: toolsetSlugs.map((slug) => {
      const { title, description, isCore } = toolsets[slug];
      const toolCount = callable(principal, slug).length;
      return { slug, title, description, toolCount, isEnabled: isCore || stored.includes(slug) };
    }),
  };
}

export async function addToolset(
  context: CallContext,
  named: string,
): Promise<{ slug: ToolsetSlug; tools: ToolDefinition[] }> {
  const principal = agentOf(context);
  const slug = readSlug(named);
  const owner = ownerOf(principal);
  const { toolsets: before } = await lockContext(context.db, owner, context.now);
  const isEnabled = toolsets[slug].isCore || before.includes(slug);
  if (!isEnabled) {
    const after = JSON.stringify([...before, slug]);
    await updateContext(context.db, owner, { toolsets: after }, context.now);
  }
  context.note({
    target: { type: "apiKey", id: principal.key.id, name: principal.key.name },
    details: { toolset: slug },
    isUnchanged: isEnabled,
  });
  return { slug, tools: callable(principal, slug).map(describeTool) };
}

function callable(principal: KeyPrincipal, slug: ToolsetSlug) {
  return toolOperations.filter(
    (operation) => operation.tool.toolset === slug && mayCall(principal, operation),
  );
}
