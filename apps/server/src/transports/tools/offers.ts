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
import type { Visit } from "./visit.ts";

/** A tool beside those of operations. */
export interface OfferedTool {
  readonly definition: Tool;
  /** Whether it sends messages before its answer: earlier revisions have them on a stream. */
  readonly isTalking?: boolean;
  call(
    visit: Visit,
    given: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult>;
}

export type Contents = TextResourceContents | BlobResourceContents;

/** Some of what a resource lists. */
export interface ResourcePage {
  readonly resources: readonly Resource[];
  /** How many items to leave out for the page that follows; null after the last. */
  readonly next: number | null;
}

/** A value that is being typed. */
export interface Asked {
  /** The argument of a prompt, or the variable of a template. */
  readonly name: string;
  readonly typed: string;
  /** The values of others, as far as they were chosen. */
  readonly known: Readonly<Record<string, string>>;
}

export interface Completed {
  readonly values: readonly string[];
  /** Whether there are no others. */
  readonly isAll: boolean;
}

export type Complete = (visit: Visit, asked: Asked) => Promise<Completed>;

/** A resource, or a template of many. */
export interface OfferedResource {
  /** null for a single address. */
  readonly template: ResourceTemplateType | null;
  /** Whether the caller may read such a thing at all. */
  isShown(visit: Visit): boolean;
  /** What is there in the context of the connection, after `skip` items. */
  list(visit: Visit, skip: number): Promise<ResourcePage>;
  /** The contents at an address; null, at once, where the address is not one of these. */
  read(visit: Visit, uri: string): Promise<readonly Contents[]> | null;
  /** What a variable of the template may be; nothing is completed unless given. */
  readonly complete?: Complete;
}

export interface OfferedPrompt {
  readonly definition: Prompt;
  isShown(visit: Visit): boolean;
  get(
    visit: Visit,
    given: Readonly<Record<string, string>>,
    context: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult>;
  /** What an argument may be; nothing is completed unless given. */
  readonly complete?: Complete;
}

/** What the tool server offers beside the tools of operations. */
export interface Offers {
  readonly tools: readonly OfferedTool[];
  readonly resources: readonly OfferedResource[];
  readonly prompts: readonly OfferedPrompt[];
  /** Capabilities beside those that follow from the lists. */
  readonly capabilities?: ServerCapabilities;
  /** Checks what a client keeps between two rounds of a call, where a tool leaves anything with it. */
  readonly requestState?: NonNullable<ServerOptions["requestState"]>;
  /** Serves further methods of the protocol. */
  extend?(server: Server, visit: Visit): void;
}
