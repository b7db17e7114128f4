import {
  describeTool,
  resultForm,
  toolOperations,
  type ResultForm,
  type ToolDefinition,
  type ToolOperation,
} from "@lintel/contract/tools";

/** A tool with its definition, which is made once. */
export interface RegisteredTool {
  readonly operation: ToolOperation;
  readonly definition: ToolDefinition;
  readonly form: ResultForm;
}

export const registeredTools: readonly RegisteredTool[] = toolOperations.map((operation) => ({
  operation,
  definition: describeTool(operation),
  form: resultForm(operation),
}));

const byName = new Map(registeredTools.map((tool) => [tool.definition.name, tool]));

export function findTool(name: string): RegisteredTool | undefined {
  return byName.get(name);
}
