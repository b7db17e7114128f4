import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  Resource,
  ResourceTemplateType,
  Server,
  ServerCapabilities,
  ServerContext,
  ServerOptions,
  TextResourceContents,
  BlobResourceContents,
  Tool,
} from "@modelcontextprotocol/server";
import type { ToolRequest } from "./tool-request.ts";

/** A tool that is not an operation. */
export interface OfferedTool {
  readonly definition: Tool;
  /** Whether it sends messages before its answer: earlier revisions use a stream for them. */
  readonly isStreamed?: boolean;
  call(
    toolRequest: ToolRequest,
    given: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult>;
}

export type Contents = TextResourceContents | BlobResourceContents;

/** A page of what a resource lists. */
export interface ResourcePage {
  readonly resources: readonly Resource[];
  /** How many items to skip for the next page; null after the last. */
  readonly next: number | null;
}

/** A value that is being typed. */
export interface Asked {
  /** The argument of a prompt, or the variable of a template. */
  readonly name: string;
  readonly typed: string;
  /** The values of others, if chosen. */
  readonly known: Readonly<Record<string, string>>;
}

export interface Completed {
  readonly values: readonly string[];
  /** Whether there are no others. */
  readonly isAll: boolean;
}

export type Complete = (toolRequest: ToolRequest, asked: Asked) => Promise<Completed>;

/** A resource, or a template of many. */
export interface OfferedResource {
  /** null for a single address. */
  readonly template: ResourceTemplateType | null;
  /** Whether the caller may read such a resource. */
  isShown(toolRequest: ToolRequest): boolean;
  /** Resources in the context of the connection, after `skip` items. */
  list(toolRequest: ToolRequest, skip: number): Promise<ResourcePage>;
  /** The contents at an address; null if the address does not match. */
  read(toolRequest: ToolRequest, uri: string): Promise<readonly Contents[]> | null;
  /** Completes a variable of the template. Default: nothing is completed. */
  readonly complete?: Complete;
}

export interface OfferedPrompt {
  readonly definition: Prompt;
  isShown(toolRequest: ToolRequest): boolean;
  get(
    toolRequest: ToolRequest,
    given: Readonly<Record<string, string>>,
    context: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult>;
  /** Completes an argument. Default: nothing is completed. */
  readonly complete?: Complete;
}

/** What the tool server offers in addition to the tools of operations. */
export interface Offers {
  readonly tools: readonly OfferedTool[];
  readonly resources: readonly OfferedResource[];
  readonly prompts: readonly OfferedPrompt[];
  /** Capabilities in addition to those that follow from the lists. */
  readonly capabilities?: ServerCapabilities;
  /** Verifies state that a tool leaves with the client between two rounds of a call. */
  readonly requestState?: NonNullable<ServerOptions["requestState"]>;
  /** Serves further methods of the protocol. */
  extend?(server: Server, toolRequest: ToolRequest): void;
}
